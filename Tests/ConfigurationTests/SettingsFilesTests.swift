import Configuration
import Foundation
import Testing

/// A folder that is gone when the test is.
private final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

    init(_ files: [String: String]) throws {
        for (name, text) in files {
            let file = URL(fileURLWithPath: "\(path)/\(name)")
            try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite struct SettingsFilesTests {
    @Test func dropInsComeAfterwardsInTheOrderOfTheirNames() throws {
        let folder = try Folder([
            "o.conf": "[Sensor]\nrate = 10\n[Socket]\ngroup = a\nmax-pending = 1\n",
            "o.conf.d/10-first.conf": "[Sensor]\nrate = 20\n[Socket]\ngroup = b\n",
            "o.conf.d/20-second.conf": "[Socket]\ngroup = c\n",
            "o.conf.d/ignored.txt": "[Nonsense",
            "o.conf.d/.hidden.conf": "[Nonsense",
        ])
        let settings = try Settings.read(file: "\(folder.path)/o.conf")
        #expect(settings.sensor.rate == 20)
        #expect(settings.socket.group == "c")
        #expect(settings.socket.maxPending == 1)
    }

    @Test func dropInsAloneAreEnough() throws {
        let folder = try Folder(["o.conf.d/a.conf": "[Sensor]\nrate = 20\n"])
        #expect(try Settings.read(file: "\(folder.path)/o.conf", mayBeAbsent: true).sensor.rate == 20)
    }

    @Test func faultsOfAllFilesAreTold() throws {
        let folder = try Folder(["o.conf": "[Sensor]\nrate = 0\n", "o.conf.d/a.conf": "\n[Sensor]\nface = 0\n"])
        #expect { try Settings.read(file: "\(folder.path)/o.conf") } throws: { error in
            (error as? ConfigurationErrors)?.list.map { "\($0.file.dropFirst(folder.path.count)):\($0.line ?? 0)" }
                == ["/o.conf:2", "/o.conf.d/a.conf:3"]
        }
    }

    @Test func aCheckBetweenKeysNamesTheFileThatBrokeIt() throws {
        let folder = try Folder([
            "o.conf": "[Orientation]\nflat-enter = 40\nflat-leave = 30\n", "o.conf.d/a.conf": "[Orientation]\nflat-leave = 45\n",
        ])
        #expect { try Settings.read(file: "\(folder.path)/o.conf") } throws: { "\($0)".hasPrefix("\(folder.path)/o.conf.d/a.conf:2:") }
    }

    @Test func aMissingFileIsAnErrorUnlessItMayBeAbsent() throws {
        #expect { try Settings.read(file: "/nowhere/o.conf") } throws: {
            "\($0)" == "/nowhere/o.conf: cannot be read: No such file or directory"
        }
        #expect(try Settings.read(file: "/nowhere/o.conf", mayBeAbsent: true) == Settings())
    }

    @Test func aFolderIsNoFile() throws {
        let folder = try Folder(["x": ""])
        #expect { try Settings.read(file: folder.path) } throws: { "\($0)" == "\(folder.path): cannot be read: Is a directory" }
    }
}

@Suite struct DefaultFileTests {
    static let path = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../config/orientationd.conf").standardized.path

    /// The lines of the default file with the comment signs before keys taken away.
    private func uncommented() throws -> [Substring] {
        let text = try String(contentsOfFile: Self.path, encoding: .utf8)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.hasPrefix("#") && line.dropFirst().first?.isLetter == true ? line.dropFirst() : line
        }
    }

    @Test func itReadsAsItStands() throws {
        #expect(try Settings.read(file: Self.path) == Settings())
    }

    @Test func everyKeyStandsInItWithItsDefault() throws {
        let lines = try uncommented()
        #expect(try Settings.parse(lines.joined(separator: "\n"), file: "default") == Settings())
        var section = ""
        var said: [String] = []
        for line in lines where !line.hasPrefix("#") {
            if line.hasPrefix("[") { section = String(line) }
            if line.contains("=") { said.append("\(section) \(line)") }
        }
        #expect(said == SettingKey.all.map { "[\($0.section)] \($0.name) = \($0.write(Settings()))" })
    }
}
