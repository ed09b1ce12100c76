import JSON
import OrientationCore

/// The answers to a call with `more`, one after another.
public final class ReplyStream {
    private let client: VarlinkClient
    private var isOver = false

    init(_ client: VarlinkClient) {
        self.client = client
    }

    /// Waits for the next answer; nil after the last one.
    ///
    /// - Throws: ``ClientError/failed(_:)`` for an error of the service, which is the last answer.
    public func next(timeout: Interval? = nil) throws(ClientError) -> JSONObject? {
        if isOver { return nil }
        let reply = try client.nextReply(timeout: timeout)
        isOver = !reply.continues
        if let error = reply.error {
            isOver = true
            throw .failed(error)
        }
        return reply.parameters
    }
}
