import CInput
import OrientationCore

/// One event of an input device, as evdev hands it out.
struct InputEvent: Equatable, Sendable {
    var type: Int32
    var code: Int32
    var value: Int32
    /// On the clock that was asked for.
    var time: Timestamp

    /// Everything since the last one belongs together.
    static func report(at time: Timestamp) -> InputEvent { InputEvent(type: EV_SYN, code: SYN_REPORT, value: 0, time: time) }
    /// The reader was too slow and the kernel has thrown events away.
    static func dropped(at time: Timestamp) -> InputEvent { InputEvent(type: EV_SYN, code: SYN_DROPPED, value: 0, time: time) }
    static func axis(_ code: Int32, _ value: Int32, at time: Timestamp) -> InputEvent {
        InputEvent(type: EV_ABS, code: code, value: value, time: time)
    }
}

/// Puts the events of an input device together to readings.
///
/// evdev tells of an axis only when it changes, so the last value of each is kept. After a loss nothing in the queue can be
/// relied on: it is read to its end without being used, and then the device is asked for the present state
/// (kernel, Documentation/input/event-codes.rst, SYN_DROPPED).
///
///     state    | axis      | report             | dropped  | end of the queue
///     ---------+-----------+--------------------+----------+-----------------------
///     complete | changing  | complete           | stale    | -
///     changing | changing  | complete: reading  | stale    | -
///     stale    | -         | -                  | -        | ask the device; complete
struct InputReports: Equatable, Sendable {
    private enum Phase: Equatable, Sendable {
        case complete, changing, stale
    }

    /// Counts of x, y and z.
    private(set) var value: Vector3
    private var phase = Phase.complete

    init(_ value: Vector3) {
        self.value = value
    }

    /// The queue has been thrown away and the state has to be asked for.
    var isStale: Bool { phase == .stale }

    /// - Returns: the reading, when the event completes one.
    mutating func take(_ event: InputEvent) -> Vector3? {
        switch (event.type, event.code) {
        case (EV_SYN, SYN_DROPPED):
            phase = .stale
        case (EV_SYN, SYN_REPORT) where phase == .changing:
            phase = .complete
            return value
        case (EV_ABS, ABS_X) where phase != .stale: change { $0.x = Double(event.value) }
        case (EV_ABS, ABS_Y) where phase != .stale: change { $0.y = Double(event.value) }
        case (EV_ABS, ABS_Z) where phase != .stale: change { $0.z = Double(event.value) }
        case _: break
        }
        return nil
    }

    /// What the device says when asked.
    mutating func restore(_ value: Vector3) {
        self.value = value
        phase = .complete
    }

    private mutating func change(_ set: (inout Vector3) -> Void) {
        set(&value)
        phase = .changing
    }
}
