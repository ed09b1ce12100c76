import EventLoop
import JSON
import OrientationCore
import Varlink

/// One running Monitor call.
final class Subscription {
    let holder: Hub.Holder
    /// Names it in other calls of the same user; nobody can guess it.
    let id: String
    let call: Call
    /// Besides changes it gets the state this often, with gravity as it is; nil for changes only.
    let gravityInterval: Interval?
    /// As the interface policy knows it.
    var client: InterfacePolicy.Client { holder.client }
    private var isFirst = true
    private var delivery = Delivery()
    private var gravityDue = Timestamp(nanoseconds: .min)

    init(_ holder: Hub.Holder, id: String, call: Call, gravityInterval: Interval?) {
        self.holder = holder
        self.id = id
        self.call = call
        self.gravityInterval = gravityInterval
    }

    /// Sends a state, or notes that it is owed one.
    ///
    /// - Parameter report: what it is told about the interface.
    /// - Parameter plain: the same for all who missed nothing and are told the same, encoded once.
    /// - Parameter message: what a reader gets that did miss something.
    /// - Parameter waits: the source waits for its readers, so this state is sent whatever waits before it. What
    ///   people do to the interface does not wait, so there is an end to that.
    func send(
        _ report: InterfaceReport, _ plain: (InterfaceReport) -> EncodedReply, _ message: (InterfaceReport) -> StateMessage, waits: Bool
    ) {
        let writing = report.writing
        let connection = call.connection
        guard delivery.offer(writing, isBlocked: waits ? connection.isFull : connection.isBlocked) else { return }
        if isFirst || delivery.missed > 0 { return write(message(report), writing) }
        call.reply(plain(report))
        delivery.written(writing)
    }

    /// The reader has caught up: the newest state, if it is owed one.
    func drained(turning: UInt64?, _ message: (Delivery.Writing) -> StateMessage) {
        for writing in delivery.drained(turning: turning) { write(message(writing), writing) }
    }

    /// Whether gravity is due at a sample's time; counts from there.
    func takesGravity(at time: Timestamp) -> Bool {
        guard let gravityInterval, !call.connection.isBlocked else { return false }
        // Time that goes back (a recording starts again) begins a new count.
        guard time >= gravityDue || gravityDue - time > gravityInterval else { return false }
        gravityDue = time + gravityInterval
        return true
    }

    private func write(_ message: StateMessage, _ writing: Delivery.Writing) {
        var message = message
        message.missed = delivery.missed
        call.reply(Self.reply(message, id: isFirst ? id : nil))
        isFirst = false
        delivery.written(writing)
    }

    static func reply(_ message: StateMessage, id: String? = nil) -> EncodedReply {
        var parameters: JSONObject = ["state": .object(message.json)]
        if let id { parameters = ["id": .string(id), "state": .object(message.json)] }
        return EncodedReply(parameters, continues: true)
    }
}
