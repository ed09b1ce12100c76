import Glibc
import Posix

/// The raw attributes of the three axes, kept open: reading one again is one system call, where opening it by its name each
/// time is five and an allocation. On the worker's thread.
final class RawAttributes {
    private let x: FileDescriptor
    private let y: FileDescriptor
    private let z: FileDescriptor
    private let id: String

    /// - Parameter names: of the attributes of x, y and z in the directory of the device.
    init(id: String, directory: String, names: [String]) throws(SystemError) {
        guard names.count == 3 else { throw SystemError("read \(id)", code: EINVAL) }
        self.id = id
        x = try FileDescriptor.open("\(directory)/\(names[0])", O_RDONLY)
        y = try FileDescriptor.open("\(directory)/\(names[1])", O_RDONLY)
        z = try FileDescriptor.open("\(directory)/\(names[2])", O_RDONLY)
    }

    /// An axis in counts; 0 is x. Takes as long as the chip takes.
    func read(axis: Int) throws(SystemError) -> Double {
        try axis == 0 ? read(x.number) : axis == 1 ? read(y.number) : read(z.number)
    }

    private func read(_ descriptor: Int32) throws(SystemError) -> Double {
        // A text of the kernel: at most 20 digits, a sign and a newline; seldom a fraction.
        var text: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let number = try withUnsafeMutableBytes(of: &text) { bytes -> Result<Double?, SystemError> in
            let count = pread(descriptor, bytes.baseAddress, bytes.count, 0)
            if count < 0 { return .failure(SystemError.last("read \(id)")) }
            return .success(AttributeText.number(UnsafeRawBufferPointer(rebasing: bytes[..<count])))
        }.get()
        guard let number else { throw SystemError("read \(id)", code: EBADMSG) }
        return number
    }
}

extension AttributeText {
    /// The same as for a text, and for a whole number without making one.
    static func number(_ bytes: UnsafeRawBufferPointer) -> Double? {
        var digits = bytes[...]
        while let last = digits.last, last == UInt8(ascii: "\n") || last == 0 || last == UInt8(ascii: " ") { digits.removeLast() }
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits.removeFirst() }
        var value: Int64 = 0
        // 18 digits always fit.
        let isWhole = (1...18).contains(digits.count) && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isWhole else { return number(String(decoding: bytes, as: UTF8.self)) }
        for digit in digits { value = value * 10 + Int64(digit - UInt8(ascii: "0")) }
        return Double(isNegative ? -value : value)
    }
}
