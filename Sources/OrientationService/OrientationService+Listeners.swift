import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Sensors
import Varlink

/// Those who listen: subscriptions, waits for one reading, and taps of samples.
extension OrientationService {
    func subscribe(
        _ call: Call, gravityInterval: Interval?, _ wishes: InterfaceWishes, isPresented: Bool, isPresenter: Bool, onlyWatches: Bool
    ) throws(InterfacePolicyError) {
        let (holder, actions) = try hub.subscribe(
            wishes, isPresented: isPresented, isPresenter: isPresenter, onlyWatches: onlyWatches)
        let subscription = Subscription(holder, id: call.connection.tag ?? newToken(), call: call, gravityInterval: gravityInterval)
        subscriptions[holder] = subscription
        keeper?.subscribed(call, id: subscription.id)
        if gravityInterval != nil { gravityReaders.append(subscription) }
        call.onEnd = { [unowned self] in end(holder) }
        call.onDrained = { [unowned self] in drained(holder) }
        perform(actions)
    }

    /// - Returns: false if there is no such subscription of that user.
    func endSubscription(id: String, user: uid_t) -> Bool {
        guard let subscription = subscription(id, of: user) else { return false }
        end(subscription.holder)
        subscription.call.reply(["state": .object(message().json)])
        return true
    }

    /// Answers with the first decided reading, or with what is known when `patience` is over.
    ///
    /// - Parameter reply: made at that moment.
    func wait(_ call: Call, patience: Interval, reply: @escaping () -> JSONObject) throws(SystemError) {
        let (holder, actions) = hub.wait()
        let wait = Wait(call: call, reply: reply)
        wait.timer = try loop.timer { [unowned self] in answer(holder) }
        wait.timer?.fire(at: loop.now + patience)
        waits[holder] = wait
        call.onEnd = { [unowned self] in end(holder) }
        perform(actions)
    }

    func subscription(_ id: String, of user: uid_t) -> Subscription? {
        subscriptions.values.first { $0.id == id && $0.call.peer.uid == user }
    }

    /// Holds the sensor and sends every sample as it is.
    func sendSamples(_ call: Call) {
        let (holder, actions) = hub.hold()
        let tap = SampleTap(holder, call: call)
        taps.append(tap)
        call.onEnd = { [unowned self] in end(holder) }
        call.onDrained = { [unowned self, unowned tap] in
            tap.flush()
            if isPaused { waitForReaders() }
        }
        if let source { tap.announce(SampleForm(source)) }
        perform(actions)
    }

    func answer(_ holder: Hub.Holder) {
        guard let wait = waits.removeValue(forKey: holder) else { return }
        wait.call.reply(wait.reply())
        perform(hub.release(holder, at: now))
    }

    func end(_ holder: Hub.Holder) {
        if let subscription = subscriptions[holder] { keeper?.ended(subscription.id, subscription.call.connection) }
        subscriptions[holder] = nil
        waits[holder] = nil
        gravityReaders.removeAll { $0.holder == holder }
        taps.removeAll { $0.holder == holder }
        perform(hub.release(holder, at: now))
        if isPaused { waitForReaders() }
    }

    func endTaps(_ reason: ChangeReason) {
        for tap in taps {
            tap.end(reason)
            end(tap.holder)
        }
    }

    func drained(_ holder: Hub.Holder) {
        guard let subscription = subscriptions[holder] else { return }
        subscription.drained(turning: hub.policy.turning) { message(report(for: subscription.client, $0)) }
        if isPaused { waitForReaders() }
    }

    func sendGravity(at time: Timestamp) {
        var replies: [InterfaceReport: EncodedReply] = [:]
        for reader in gravityReaders where reader.takesGravity(at: time) {
            let report = hub.policy.report(for: reader.client)
            let reply =
                replies[report]
                ?? {
                    var message = message(seesGravity: true, report)
                    message.state.timestamp = time
                    return Subscription.reply(message)
                }()
            replies[report] = reply
            reader.call.reply(reply)
        }
    }
}

/// One Get or Explain call that waits for a reading.
final class Wait {
    let call: Call
    let reply: () -> JSONObject
    var timer: EventSource?

    init(call: Call, reply: @escaping () -> JSONObject) {
        self.call = call
        self.reply = reply
    }
}

/// 128 random bits as text.
private func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let halves = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }
    return halves.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
}
