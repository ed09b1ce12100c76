import JSON
import OrientationCore

/// KDE Plasma, through kscreen-doctor. KWin turns touch screens by itself.
enum KDEScreen {
    static func outputs(from text: String) -> [ScreenOutput]? {
        guard let list = (try? JSONValue(parsing: text))?.object?["outputs"]?.array else { return nil }
        return list.compactMap { entry in
            guard let output = entry.object, let name = output["name"]?.string, output["enabled"]?.bool != false else { return nil }
            // One bit for each: KScreen::Output::Rotation.
            let transform: OutputTransform? =
                switch output["rotation"]?.integer {
                case 1: .normal
                case 2: .rotated90
                case 4: .rotated180
                case 8: .rotated270
                case _: nil
                }
            return ScreenOutput(name: name, transform: transform)
        }
    }
}
