import Glibc

/// Takes the numbers 0, 1 and 2 if the program was started without them, so that no socket or file of ours gets one of
/// them and then what was meant for standard error.
///
/// Reading and writing them goes on to fail, as if they were closed. To be called before anything is opened.
public func reserveStandardDescriptors() {
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 && errno == EBADF {
        // The lowest free number is this one: those before it are taken.
        _ = open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
}
