import CSystemd

/// udev's hardware database, asked directly: for devices that udev has not tagged, or where no udev runs.
final class HardwareDatabase {
    private let raw: OpaquePointer?

    /// A machine without the database gives no values.
    init() {
        var database: OpaquePointer?
        raw = sd_hwdb_new(&database) >= 0 ? database : nil
    }

    deinit {
        sd_hwdb_unref(raw)
    }

    func value(_ key: String, for modalias: String) -> String? {
        var value: UnsafePointer<CChar>?
        guard let raw, sd_hwdb_get(raw, modalias, key, &value) >= 0, let value else { return nil }
        return String(cString: value)
    }
}
