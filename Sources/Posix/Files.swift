import Glibc

/// Reads a whole file.
///
/// - Parameter limit: more bytes than this are refused with `EFBIG`.
public func readFile(_ path: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
    let file = try FileDescriptor.open(path, O_RDONLY)
    return try readAll(file.number, named: path, limit: limit)
}

/// Reads a whole file of a disk, and refuses at once what is none and could be waited for or have no end: a pipe, a
/// terminal, a device. `/dev/null` is as good as an empty file.
///
/// - Parameter limit: more bytes than this are refused with `EFBIG`.
/// - Throws: `ENOTSUP` for what is no regular file.
public func readRegularFile(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
    // Without waiting for somebody who writes.
    let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
    var status = stat()
    try checkErrno("look at \(path)") { fstat(file.number, &status) }
    var null = stat()
    let isNull = status.st_mode & S_IFMT == S_IFCHR && stat("/dev/null", &null) == 0 && null.st_rdev == status.st_rdev
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw SystemError("read \(path)", code: EISDIR)
    case S_IFREG: break
    case _: if !isNull { throw SystemError("read \(path)", code: ENOTSUP) }
    }
    return try readAll(file.number, named: path, limit: limit)
}

/// The path without links, nil if there is nothing.
public func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// Reads a descriptor to its end.
public func readAll(_ descriptor: Int32, named name: String, limit: Int = .max) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG {
        bytes.reserveCapacity(min(Int(status.st_size), limit) + 1)
    }
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = try checkErrno("read \(name)") {
            block.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        }
        if count == 0 { return bytes }
        bytes += block[..<count]
        if bytes.count > limit { throw SystemError("read \(name)", code: EFBIG) }
    }
}

/// Writes all of `bytes`, however often the kernel takes only a part.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(SystemError) {
    var done = 0
    while done < bytes.count {
        done += try checkErrno("write \(name)") {
            bytes.withUnsafeBytes { write(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done) }
        }
    }
}

/// Writes a line to standard error in one call, so that lines of several processes do not mix.
/// Errors are ignored: there is nobody left to tell.
public func printError(_ line: String) {
    try? writeAll(Array((line + "\n").utf8), to: STDERR_FILENO, named: "standard error")
}

/// Writes text to standard output at once, past any buffer.
public func printOutput(_ text: String) throws(SystemError) {
    try writeAll(Array(text.utf8), to: STDOUT_FILENO, named: "standard output")
}
