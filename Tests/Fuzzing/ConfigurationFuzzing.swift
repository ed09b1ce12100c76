import Configuration

enum ConfigurationFuzzing {
    /// Settings that were read, written out, read as the same; faults have their words.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        do throws(ConfigurationErrors) {
            let settings = try Settings.parse(text(bytes), file: "fuzz")
            let written = SettingKey.all.map { "[\($0.section)]\n\($0.name) = \($0.write(settings))\n" }.joined()
            require((try? Settings.parse(written, file: "again")) == settings, "what was written reads as it was")
        } catch {
            require(!error.list.isEmpty, "a broken file has a fault")
            for fault in error.list { require(!fault.description.contains("\n"), "a fault is one line") }
        }
    }
}
