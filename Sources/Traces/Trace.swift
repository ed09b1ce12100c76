import OrientationCore
import Posix

/// A recording of an accelerometer in memory.
public struct Trace: Sendable {
    public let header: TraceHeader
    /// In the order of time, in the recording's own unit.
    public let samples: [RawSample]
    /// Bad rows that were left out; 0 unless read with `isLenient`.
    public let skipped: Int

    public init(header: TraceHeader, samples: [RawSample], skipped: Int = 0) {
        self.header = header
        self.samples = samples
        self.skipped = skipped
    }

    /// Reads a whole file.
    ///
    /// - Parameter isLenient: leaves bad rows out and counts them.
    /// - Throws: ``TraceError`` about what is in it, `SystemError` about the file.
    public init(reading path: String, isLenient: Bool = false) throws {
        var samples: [RawSample] = []
        let summary = try TraceFile(path: path, isLenient: isLenient).forEachRow { samples.append($0) }
        self.init(header: summary.header, samples: samples, skipped: summary.skipped)
    }

    /// Reads text that is in memory already.
    ///
    /// - Parameter file: the name for messages.
    public init(parsing text: some StringProtocol, file: String, isLenient: Bool = false) throws(TraceError) {
        var samples: [RawSample] = []
        var reader = TraceReader(file: file, badRows: isLenient ? .areSkipped() : .areErrors)
        let bytes = Array(text.utf8)
        try bytes.withTypedBuffer { (bytes) throws(TraceError) in
            try reader.feed(UnsafeRawBufferPointer(bytes)) { samples.append($0) }
        }
        let header = try reader.finish()
        self.init(header: header, samples: samples, skipped: reader.skipped)
    }
}
