import OrientationCore

/// One thing that happens in a simulated world.
///
/// Clients are meant by their place in the row of those present (any number means someone, if anyone is there), so that
/// a history still makes sense when events are dropped from it.
enum SimulationEvent: Equatable {
    case arrive(InterfaceWishes, isPresented: Bool, isPresenter: Bool, onlyWatches: Bool, Pace)
    case hold
    case leave(Int)
    case wait
    case giveUp(Int)
    case pace(Int, Pace)
    /// Reads so many messages.
    case read(Int, count: Int)
    case sensorComes(onlyChanges: Bool, isRecording: Bool)
    case sensorGoes
    case recordingEnds
    /// So many samples of a device held still, 40 ms apart.
    case still(DeviceOrientation, samples: Int)
    /// Samples that point anywhere, 20 ms apart.
    case shake(seed: UInt64, samples: Int)
    case garbage(Garbage)
    case fault(SensorFault)
    /// Nothing comes, and time passes.
    case silence(milliseconds: Int64)
    case configure(OrientationMask, InterfaceSettings.Autorotate, silences: Bool)
    case session(InterfaceWishes)
    case wish(Int, InterfaceWishes)
    case form(isTablet: Bool, isLidClosed: Bool)
    case lock(InterfaceTarget?)
    case unlock
    case rotate(InterfaceTarget, force: Bool)
    case lockOwn(Int, InterfaceTarget?)
    case unlockOwn(Int)
    case rotateOwn(Int, InterfaceTarget)
    /// The presenter has turned the screen.
    case turnDone
    /// It says so of a change that is long over.
    case turnDoneLate

    /// How a client reads.
    enum Pace: CaseIterable {
        /// At once.
        case keepsUp
        /// One message each time that something happens.
        case slow
        case stopped
    }

    enum Garbage: CaseIterable {
        case notANumber
        case zero
        case beyondRange
        case timeBackwards
        case sameTime
        case endOfTime
    }
}
