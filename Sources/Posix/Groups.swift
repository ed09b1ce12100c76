import Glibc

/// The number of a group of this system, which may be given as such; nil if there is none of that name.
public func groupNumber(of name: String) -> gid_t? {
    if let number = gid_t(name) { return number }
    var entry = group()
    var found: UnsafeMutablePointer<group>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
    return entry.gr_gid
}
