import Glibc

/// A system call or C library call that failed: what was being attempted, and why it did not work.
public struct SystemError: Error, Equatable, CustomStringConvertible {
    /// What the program wanted, as a verb phrase: "open /dev/iio:device0".
    public let intent: String
    /// The `errno` value, always positive.
    public let code: Int32

    public init(_ intent: String, code: Int32) {
        self.intent = intent
        self.code = code < 0 ? -code : code
    }

    /// Takes the code from the calling thread's `errno`.
    public static func last(_ intent: String) -> SystemError {
        SystemError(intent, code: errno)
    }

    /// The system's words for `code`.
    public var reason: String { errorText(code) }

    public var description: String { "cannot \(intent): \(reason)" }
}

/// The C library's text for an `errno` value.
public func errorText(_ code: Int32) -> String {
    guard let text = strerror(code) else { return "error \(code)" }
    return String(cString: text)
}

/// Passes a non-negative result on and turns a negative one, as libsystemd and libiio return it
/// (`-errno`), into a ``SystemError``.
@discardableResult
public func check(_ intent: @autoclosure () -> String, _ result: Int32) throws(SystemError) -> Int32 {
    guard result < 0 else { return result }
    throw SystemError(intent(), code: result)
}

/// Calls again while a system call is interrupted, and turns -1 into a ``SystemError`` with `errno`.
@discardableResult
public func checkErrno<Result: SignedInteger>(
    _ intent: @autoclosure () -> String, _ call: () -> Result
) throws(SystemError) -> Result {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError.last(intent()) }
    }
}
