import JSON

/// A reply as bytes, encoded once, to be sent to any number of connections without a copy.
public struct EncodedReply: Sendable {
    /// With the terminating zero.
    let bytes: [UInt8]
    /// More replies to the same call follow.
    public let continues: Bool

    /// - Parameter continues: more replies to the same call follow; only for calls with ``Call/wantsMore``.
    public init(_ parameters: JSONObject, continues: Bool = false) {
        var bytes = Array("{\"parameters\":".utf8)
        bytes.append(json: parameters)
        bytes.append(contentsOf: (continues ? ",\"continues\":true}" : "}").utf8)
        bytes.append(0)
        self.bytes = bytes
        self.continues = continues
    }

    public init(_ error: CallError) {
        var bytes = Array("{\"error\":".utf8)
        bytes.append(json: error.name)
        bytes.append(contentsOf: ",\"parameters\":".utf8)
        bytes.append(json: error.parameters)
        bytes.append(UInt8(ascii: "}"))
        bytes.append(0)
        self.bytes = bytes
        continues = false
    }

    /// Bytes on the wire.
    public var count: Int { bytes.count }
}
