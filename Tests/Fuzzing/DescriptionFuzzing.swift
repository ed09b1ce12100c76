@testable import Varlink

enum DescriptionFuzzing {
    static func run(_ bytes: UnsafeRawBufferPointer) {
        _ = try? InterfaceDescription(parsing: text(bytes))
    }
}
