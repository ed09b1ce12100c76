import CIIO
import Glibc

/// libiio, loaded when the first sensor of another machine is asked for: with the libraries it brings it takes more memory
/// than the daemon needs for a sensor of this one.
struct IIOLibrary: @unchecked Sendable {
    private static let name = "libiio.so.0"
    private static let loaded: Result<IIOLibrary, SensorError> = {
        guard let library = dlopen(name, RTLD_NOW) else {
            let reason = dlerror().map { String(cString: $0) } ?? name
            return .failure(SensorError("sensors of other machines need libiio, which cannot be loaded: \(reason)"))
        }
        var functions = od_iio()
        guard od_iio_find(&functions, library) else {
            return .failure(SensorError("sensors of other machines need libiio 0.24 or newer; \(name) lacks functions"))
        }
        od_iio_silence()
        return .success(IIOLibrary(functions: functions))
    }()

    let functions: od_iio

    /// - Throws: that it is not installed, or not as expected.
    static func load() throws(SensorError) -> od_iio {
        try loaded.get().functions
    }
}
