import Glibc

/// The owner of an open file descriptor; closes it when it goes away.
public struct FileDescriptor: ~Copyable {
    /// The number the kernel knows it by. Valid as long as this value lives.
    public let number: Int32

    /// Takes over `number`, which nobody else may close from now on.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Opens `path` with close-on-exec set.
    public static func open(
        _ path: String, _ flags: Int32, mode: mode_t = 0o644
    ) throws(SystemError) -> FileDescriptor {
        let number = try checkErrno("open \(path)") { Glibc.open(path, flags | O_CLOEXEC, mode) }
        return FileDescriptor(owning: number)
    }

    /// Gives the number away: the caller closes it.
    public consuming func release() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

/// A pipe whose ends no program inherits that is started later.
public func makePipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    try checkErrno("make a pipe") { pipe(&ends) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}
