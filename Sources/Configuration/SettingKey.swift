import OrientationCore

/// A key of the configuration file: where it stands, what may be written, and which setting it is.
public struct SettingKey {
    public let section: String
    public let name: String
    /// What may be written, for messages.
    public let allowed: String
    let what: String
    /// - Returns: false when the text is no value of this key.
    let read: (String, inout Settings) -> Bool
    /// Why `read` does not take a text, where that is not plain from ``allowed``.
    let flaw: (String) -> String?
    /// A setting's value as it is written in the file.
    public let write: (Settings) -> String

    private init<Value>(_ section: String, _ name: String, _ setting: WritableKeyPath<Settings, Value>, _ form: ValueForm<Value>) {
        self.section = section
        self.name = name
        what = form.what
        allowed = form.allowed
        flaw = form.flaw
        read = { text, settings in
            guard let value = form.read(text) else { return false }
            settings[keyPath: setting] = value
            return true
        }
        write = { form.write($0[keyPath: setting]) }
    }

    /// All keys, in the order of the default file.
    public static var all: [SettingKey] { sensor + orientation + interface + socket + rest }

    private static var sensor: [SettingKey] {
        let section = "Sensor"
        return [
            Self(
                section, "device", \.sensor.device,
                ValueForm<String>.text("a sensor", allowed: "a name (accel_3d), iio:deviceN, a path below /sys, an ID_PATH or a label")
                    .orNil("auto")),
            Self(section, "matrix", \.sensor.matrix, ValueForm<MountMatrix>.matrix.orNil("auto")),
            Self(section, "offset", \.sensor.offset, .axes("an offset", in: SensorSettings.offsetRange, unit: "g")),
            Self(section, "gain", \.sensor.gain, .axes("a gain", in: SensorSettings.gainRange, unit: "factor")),
            Self(section, "sign", \.sensor.sign, .word("a sign rule")),
            Self(section, "face", \.sensor.face, .word("a face rule")),
            Self(section, "location", \.sensor.location, ValueForm<SensorLocation>.word("a location").orNil("auto")),
            Self(section, "rate", \.sensor.rate, .number("a rate", in: SensorSettings.rateRange, unit: "Hz")),
            Self(section, "access", \.sensor.access, .word("a way of access")),
            Self(
                section, "change-sensitivity", \.sensor.changeSensitivity,
                .number("a sensitivity", in: SensorSettings.changeSensitivityRange, unit: "g")),
        ]
    }

    private static var orientation: [SettingKey] {
        let section = "Orientation"
        let positions = DeviceOrientation.allCases.filter(\.isEdge).map { ($0.name, $0) }
        return [
            Self(
                section, "roll-hysteresis", \.orientation.rollHysteresis,
                .number("an angle", in: OrientationSettings.rollHysteresisRange, unit: "degrees")),
            Self(section, "flat-enter", \.orientation.flatEnter, .number("an angle", in: OrientationSettings.flatRange, unit: "degrees")),
            Self(section, "flat-leave", \.orientation.flatLeave, .number("an angle", in: OrientationSettings.flatRange, unit: "degrees")),
            Self(section, "natural", \.orientation.natural, .word("a position on an edge", positions)),
        ]
    }

    private static var interface: [SettingKey] {
        let section = "Interface"
        let shown = InterfaceOrientation.allCases.filter { $0 != .unknown }.map { ($0.name, $0) }
        return [
            Self(section, "supported", \.interface.supported, .mask),
            Self(section, "autorotate", \.interface.autorotate, .word("a rule for turning")),
            Self(section, "lock", \.interface.lock, ValueForm.word("an interface orientation", shown).orNil("no")),
            Self(section, "lock-silences-device", \.interface.lockSilencesDevice, .boolean),
        ]
    }

    private static var socket: [SettingKey] {
        let section = "Socket"
        return [
            Self(
                section, "path", \.socket.path,
                // sun_path holds 108 bytes with the zero behind it.
                ValueForm<String>.text("a path for a socket", allowed: "an absolute path of at most 107 bytes") {
                    $0.hasPrefix("/") && $0.utf8.count < 108
                }
                .orNil("auto")),
            Self(section, "mode", \.socket.mode, .mode),
            Self(
                section, "group", \.socket.group,
                .text("a group", allowed: "a name without blanks") { name in !name.contains { $0.isWhitespace || $0 == ":" } }),
            Self(section, "max-connections", \.socket.maxConnections, .count("a number of connections", in: 1...65_536)),
            Self(section, "max-connections-per-user", \.socket.maxConnectionsPerUser, .count("a number of connections", in: 1...65_536)),
            Self(section, "max-request", \.socket.maxRequest, .size("a size", in: 1024...(16 << 20))),
            Self(section, "max-pending", \.socket.maxPending, .count("a number of requests", in: 1...65_536)),
        ]
    }

    private static var rest: [SettingKey] {
        [
            Self("DBus", "bus", \.bus, .word("a bus")),
            Self("Daemon", "idle-exit", \.idleExit, ValueForm<Interval>.span("a time").orNil("infinity")),
        ]
    }
}
