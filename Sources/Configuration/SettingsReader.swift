import Arguments
import OrientationCore
import Posix

/// Makes settings of configuration files, and gathers all that is wrong with them.
struct SettingsReader {
    private(set) var settings = Settings()
    private(set) var faults: [ConfigurationErrors.Fault] = []

    private let keys = SettingKey.all
    /// Where each key was set last, for checks between keys.
    private var places: [String: INIFile.Place] = [:]

    /// Takes a file in; what it says replaces what files before it said.
    mutating func take(_ file: INIFile) {
        faults += file.faults
        var section: Section = .none
        for entry in file.entries {
            switch entry {
            case .section(let name, let place): section = enter(name, at: place)
            case .assignment(let key, let value, let place): assign(key, value, in: section, at: place)
            }
        }
    }

    private enum Section {
        case none
        case known(String)
        /// Said once; its keys are not looked at.
        case unknown
    }

    private mutating func enter(_ name: String, at place: INIFile.Place) -> Section {
        var names: [String] = []
        for key in keys where names.last != key.section { names.append(key.section) }
        if names.contains(name) { return .known(name) }
        let allowed = names.map { "[\($0)]" }.joined(separator: ", ")
        faults.append(
            place.fault("section [\(printable(name, longest: 80))] is unknown\(suggestion(for: name, among: names)); allowed: \(allowed)"))
        return .unknown
    }

    private mutating func assign(_ name: String, _ value: String, in section: Section, at place: INIFile.Place) {
        let sectionName: String
        switch section {
        case .unknown: return
        case .none:
            faults.append(place.fault("key \(quoted(name)) stands before any [Section]"))
            return
        case .known(let name): sectionName = name
        }
        let here = keys.filter { $0.section == sectionName }
        guard let key = here.first(where: { $0.name == name }) else {
            let names = here.map(\.name)
            faults.append(
                place.fault(
                    "key \(quoted(name)) in [\(sectionName)] is unknown\(elsewhere(name) ?? suggestion(for: name, among: names)); "
                        + "allowed: \(names.joined(separator: ", "))"))
            return
        }
        places[name] = place
        // Nothing said is the default, as in systemd's files: so a drop-in can take back what came before.
        let text = value.isEmpty ? key.write(Settings()) : value
        if !key.read(text, &settings) {
            let flaw = key.flaw(text).map { " (\($0))" } ?? ""
            faults.append(
                place.fault("key '\(name)' in [\(sectionName)]: \(quoted(value)) is not \(key.what)\(flaw); allowed: \(key.allowed)"))
        }
    }

    /// A key in the wrong section is a likelier mistake than a mistyped one.
    private func elsewhere(_ name: String) -> String? {
        keys.first { $0.name == name }.map { "; it belongs in [\($0.section)]" }
    }

    /// Carries over and checks what only holds between keys. To be called once, after the last file.
    mutating func finish() {
        settings.interface.natural = settings.orientation.natural
        checkLock()
        let (enter, leave) = (settings.orientation.flatEnter, settings.orientation.flatLeave)
        guard leave >= enter, let key = keys.first(where: { $0.name == "flat-leave" }) else { return }
        // The defaults fit, so at least one of the two was set.
        guard let place = places["flat-leave"] ?? places["flat-enter"] else { return }
        let enterText = keys.first { $0.name == "flat-enter" }?.write(settings) ?? ""
        faults.append(
            place.fault(
                "key 'flat-leave' in [Orientation]: '\(key.write(settings))' is not below flat-enter; allowed: less than \(enterText)"))
    }

    private mutating func checkLock() {
        let allowed = settings.interface.supported
        guard let lock = settings.interface.lock, !allowed.contains(lock) else { return }
        guard let place = places["lock"] ?? places["supported"] else { return }
        faults.append(
            place.fault(
                "key 'lock' in [Interface]: '\(lock.name)' is not among what is supported; allowed: no, \(allowed.names.joined(separator: ", "))"
            ))
    }
}
