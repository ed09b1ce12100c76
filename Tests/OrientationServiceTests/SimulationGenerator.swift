import OrientationCore
import SeededRandom

/// Makes histories up: the same for the same seed, everywhere.
struct SimulationGenerator {
    private var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func history(_ count: Int) -> [SimulationEvent] {
        (0..<count).map { _ in event() }
    }

    /// A sensor with one fault after another, and a few who listen, for so many seconds of the simulation at least.
    mutating func faults(seconds: Int) -> [SimulationEvent] {
        var history: [SimulationEvent] = [
            .sensorComes(onlyChanges: false, isRecording: false),
            .arrive(InterfaceWishes(), isPresented: false, isPresenter: false, onlyWatches: true, .keepsUp),
        ]
        var milliseconds: Int64 = 0
        while milliseconds < Int64(seconds) * 1000 {
            let (event, length) = faultOrRest()
            history.append(event)
            // In between the device is held still long enough to be known again.
            history.append(.still(device(), samples: SimulationMotion.settled))
            milliseconds += length + 40 * Int64(SimulationMotion.settled)
        }
        return history
    }

    private mutating func faultOrRest() -> (SimulationEvent, milliseconds: Int64) {
        let samples = 1 + random.below(300)
        let milliseconds = Int64(random.below(12_000))
        return switch random.below(12) {
        case 0...1: (.fault(.spikes(device(), seed: random.next(), samples: samples)), 40 * Int64(samples))
        case 2: (.fault(.equalAxes(random.pick([0, 0.577, 1, -1, 1e300, .nan]), samples: samples)), 40 * Int64(samples))
        case 3: (.fault(.early(device(), milliseconds: milliseconds, samples: samples)), 40 * Int64(samples))
        case 4: (.fault(.unplugged(milliseconds: milliseconds)), milliseconds)
        case 5: (.fault(.busy(milliseconds: milliseconds)), milliseconds)
        case 6: (.silence(milliseconds: milliseconds), milliseconds)
        case 7: (.garbage(random.pick([.notANumber, .zero, .beyondRange, .timeBackwards, .sameTime])), 0)
        case 8: (.shake(seed: random.next(), samples: samples), 20 * Int64(samples))
        case 9: (arrival(), 0)
        case 10: (.leave(random.below(64)), 0)
        default: (.wait, 0)
        }
    }

    /// The device and the readers are busy; what people do is rarer.
    private mutating func event() -> SimulationEvent {
        switch random.below(40) {
        case 0...8: .still(device(), samples: 1 + random.below(90))
        case 9...10: .shake(seed: random.next(), samples: 1 + random.below(40))
        case 11: .garbage(random.pick(SimulationEvent.Garbage.allCases))
        case 12: .silence(milliseconds: Int64(random.below(3) == 0 ? random.below(8_000) : random.below(900)))
        case 13...15: arrival()
        case 16: .hold
        case 17...19: .leave(random.below(64))
        case 20: .wait
        case 21: .giveUp(random.below(64))
        case 22...23: .pace(random.below(64), random.pick(SimulationEvent.Pace.allCases))
        case 24...27: .read(random.below(64), count: 1 + random.below(3))
        case 28: .sensorComes(onlyChanges: random.below(4) == 0, isRecording: random.below(4) == 0)
        case 29: random.below(2) == 0 ? .sensorGoes : .recordingEnds
        case 30: .configure(mask(), random.pick(InterfaceSettings.Autorotate.allCases), silences: random.below(3) == 0)
        case 31: .session(wishes())
        case 32: .wish(random.below(64), wishes())
        case 33: .form(isTablet: random.below(3) != 0, isLidClosed: random.below(5) == 0)
        case 34: random.below(2) == 0 ? .lock(random.below(2) == 0 ? nil : target()) : .lockOwn(random.below(64), target())
        case 35: random.below(2) == 0 ? .unlock : .unlockOwn(random.below(64))
        case 36: .rotate(target(), force: random.below(3) == 0)
        case 37: .rotateOwn(random.below(64), target())
        case 38: .turnDone
        default: random.below(2) == 0 ? .turnDone : .turnDoneLate
        }
    }

    private mutating func arrival() -> SimulationEvent {
        let plain = random.below(3) == 0
        return .arrive(
            plain ? InterfaceWishes() : wishes(), isPresented: !plain && random.below(5) == 0,
            isPresenter: !plain && random.below(4) == 0, onlyWatches: plain, random.pick(SimulationEvent.Pace.allCases))
    }

    private mutating func device() -> DeviceOrientation { random.pick(DeviceOrientation.allCases.filter { $0 != .unknown }) }

    private mutating func mask() -> OrientationMask {
        random.below(2) == 0 ? .all : OrientationMask(rawValue: UInt8(random.below(15) + 1) << 1)
    }

    private mutating func target() -> InterfaceTarget {
        InterfaceOrientation(rawValue: UInt8(random.below(5) + 1)).map { .exactly($0) } ?? .landscape
    }

    private mutating func wishes() -> InterfaceWishes {
        let preferred = InterfaceOrientation(rawValue: UInt8(random.below(5)))
        return InterfaceWishes(
            supported: mask(), preferred: preferred == .unknown ? nil : preferred, autorotate: random.below(4) != 0)
    }
}

extension SeededGenerator {
    mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

}
