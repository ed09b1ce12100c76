import JSON
import OrientationCore
import Varlink

/// One running Samples call: every sample of the sensor, in messages of a size that the socket takes whole.
///
/// A reader that is slow finds its samples gathered here, up to a limit; what comes beyond it is counted, not kept.
final class SampleTap {
    let holder: Hub.Holder
    private let call: Call
    private var form: SampleForm?
    private var pending: [RawSample] = []
    private var missed = 0

    /// At 100 bytes each below the 30,000 bytes that a Unix socket takes in one piece.
    private static let samplesPerMessage = 200
    /// A minute at 100 Hz.
    private static let mostPending = 6000

    init(_ holder: Hub.Holder, call: Call) {
        self.holder = holder
        self.call = call
    }

    var isBlocked: Bool { call.connection.isBlocked }

    /// What the samples mean from now on; sent with the next message.
    func announce(_ form: SampleForm) {
        flush(upTo: Self.mostPending)
        self.form = form
        flush()
    }

    func take(_ sample: RawSample) {
        if pending.count < Self.mostPending { pending.append(sample) } else { missed += 1 }
        flush()
    }

    /// Sends what has gathered, as long as the reader takes it.
    func flush() {
        while !isBlocked, form != nil || !pending.isEmpty { write() }
    }

    /// The last message: why there will be no more samples.
    func end(_ reason: ChangeReason) {
        flush(upTo: Self.mostPending)
        call.reply(message(end: reason))
    }

    /// Whether the reader takes it or not: what follows belongs behind it.
    private func flush(upTo limit: Int) {
        var left = limit
        while left > 0, form != nil || !pending.isEmpty {
            left -= Self.samplesPerMessage
            write()
        }
    }

    private func write() { call.reply(EncodedReply(message(), continues: true)) }

    private func message(end: ChangeReason? = nil) -> JSONObject {
        let samples = pending.prefix(Self.samplesPerMessage)
        defer {
            pending.removeFirst(samples.count)
            form = nil
            missed = 0
        }
        return [
            "form": form.map { .object($0.json) } ?? .null,
            "samples": .array(samples.map { .object($0.json) }),
            "missed": .integer(Int64(missed)),
            "end": end.map { .string($0.rawValue) } ?? .null,
        ]
    }
}
