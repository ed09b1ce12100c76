import JSON
import Testing

@testable import Varlink

@Suite struct DescriptionTests {
    private static let text = """
        # A comment first.
        interface org.example.shapes-2

        type Point (x: float, y: float) # and one behind
        type Colour (red, green,
          # between words
          blue)
        type Shape (name: string, corners: []Point, colours: [string]Colour, extra: ?object, inner: ?(depth: int), free: ?any)

        method Draw(shapes: []Shape, fill: ?bool) -> (count: int)
        method Nothing() -> ()
        error Crooked (shape: Shape)
        error Empty ()
        """

    @Test func everyPartOfALanguageIsRead() throws {
        let shapes = try InterfaceDescription(parsing: Self.text)
        #expect(shapes.name == "org.example.shapes-2")
        #expect(shapes.types["Colour"] == .enumeration(["red", "green", "blue"]))
        #expect(shapes.types["Point"] == .structure([.init(name: "x", type: .float), .init(name: "y", type: .float)]))
        #expect(
            shapes.types["Shape"]
                == .structure([
                    .init(name: "name", type: .string), .init(name: "corners", type: .array(.named("Point"))),
                    .init(name: "colours", type: .map(.named("Colour"))), .init(name: "extra", type: .optional(.foreign)),
                    .init(name: "inner", type: .optional(.structure([.init(name: "depth", type: .int)]))),
                    .init(name: "free", type: .optional(.anything)),
                ]))
        #expect(shapes.methods["Draw"]?.replies == [.init(name: "count", type: .int)])
        #expect(shapes.methods["Nothing"] == .init(parameters: [], replies: []))
        #expect(shapes.errors.keys.sorted() == ["Crooked", "Empty"])
        #expect(shapes.text == Self.text)
    }

    @Test func theStandardInterfaceHasItsMethodsAndErrors() throws {
        let service = try InterfaceDescription(parsing: ServiceInterface.text)
        #expect(service.name == "org.varlink.service")
        #expect(service.methods.keys.sorted() == ["GetInfo", "GetInterfaceDescription"])
        #expect(
            service.errors.keys.sorted() == [
                "ExpectedMore", "InterfaceNotFound", "InvalidParameter", "MethodNotFound", "MethodNotImplemented", "PermissionDenied",
            ])
    }

    /// A broken description, and where it breaks.
    @Test(arguments: [
        ("", 1, 1),
        ("interfaces org.example.a", 1, 1),
        ("interface example", 1, 11),
        ("interface org.-example", 1, 11),
        ("interface org.example.a\nmethods X() -> ()", 2, 1),
        ("interface org.example.a\nmethod x() -> ()", 2, 8),
        ("interface org.example.a\nmethod X() ()", 2, 12),
        ("interface org.example.a\nmethod X(a int) -> ()", 2, 12),
        ("interface org.example.a\nmethod X(a: integer) -> ()", 2, 13),
        ("interface org.example.a\nmethod X(a: ??int) -> ()", 2, 15),
        ("interface org.example.a\nmethod X(a: [int]int) -> ()", 2, 14),
        ("interface org.example.a\nmethod X(a: int, a: int) -> ()", 2, 18),
        ("interface org.example.a\nmethod X(a, b) -> ()", 2, 14),
        ("interface org.example.a\ntype X (a: int, b)", 2, 18),
        ("interface org.example.a\ntype X (a_: int)", 2, 9),
        ("interface org.example.a\ntype X (a: int", 2, 15),
        ("interface org.example.a\ntype X (a: int,)", 2, 16),
        ("interface org.example.a\ntype X ()\nerror X ()", 3, 7),
        ("interface org.example.a\ntype X (a: Y)\n", 3, 1),
        ("interface org.example.a\n  $", 2, 3),
    ])
    func aBrokenDescriptionSaysWhere(_ text: String, _ line: Int, _ column: Int) {
        #expect { try InterfaceDescription(parsing: text) } throws: { error in
            guard let error = error as? DescriptionError else { return false }
            #expect(error.line == line && error.column == column, "\(error)")
            return true
        }
    }

    @Test func typesNestedWithoutEndAreRefused() {
        let text = "interface org.example.a\ntype X (a: " + String(repeating: "[]", count: 100_000) + "int)"
        #expect(throws: DescriptionError.self) { try InterfaceDescription(parsing: text) }
    }

    private static let good: JSONObject = [
        "shapes": [
            [
                "name": "one", "corners": [["x": 1, "y": 2.5]], "colours": ["edge": "red"], "extra": ["any": ["thing"]],
                "inner": ["depth": 3], "free": [1],
            ]
        ]
    ]

    @Test func whatFitsIsTaken() throws {
        let shapes = try InterfaceDescription(parsing: Self.text)
        #expect(shapes.mismatch(ofParameters: Self.good, method: "Draw") == nil)
        #expect(shapes.mismatch(ofParameters: ["shapes": [], "fill": nil], method: "Draw") == nil)
        #expect(shapes.mismatch(ofReply: ["count": 1], method: "Draw") == nil)
        #expect(shapes.mismatch(ofError: [:], error: "Empty") == nil)
    }

    /// A change to a fitting value, and the path that is named then.
    @Test(
        arguments: [
            (["corners"], 1, "shapes[0].corners"),
            (["corners"], [["x": 1]], "shapes[0].corners[0].y"),
            (["corners"], [["x": 1, "y": "2"]], "shapes[0].corners[0].y"),
            (["corners"], [["x": 1, "y": 2, "z": 3]], "shapes[0].corners[0].z"),
            (["colours"], ["edge": "pink"], "shapes[0].colours[\"edge\"]"),
            (["colours"], ["edge": 1], "shapes[0].colours[\"edge\"]"),
            (["colours"], [], "shapes[0].colours"),
            (["extra"], 1, "shapes[0].extra"),
            (["inner"], ["depth": 1.5], "shapes[0].inner.depth"),
            (["inner"], [:], "shapes[0].inner.depth"),
            (["name"], nil, "shapes[0].name"),
            (["other"], 1, "shapes[0].other"),
        ] as [([String], JSONValue, String)])
    func whatDoesNotFitIsNamedByItsPath(_ key: [String], _ value: JSONValue, _ path: String) throws {
        let shapes = try InterfaceDescription(parsing: Self.text)
        var shape = try #require(Self.good["shapes"]?.array?.first?.object)
        shape[key[0]] = value
        #expect(shapes.mismatch(ofParameters: ["shapes": [.object(shape)]], method: "Draw")?.path == path)
    }

    @Test func membersOfMethodsAndErrorsAreChecked() throws {
        let shapes = try InterfaceDescription(parsing: Self.text)
        #expect(shapes.mismatch(ofParameters: [:], method: "Draw")?.path == "shapes")
        #expect(shapes.mismatch(ofParameters: ["shapes": [], "fill": 1], method: "Draw")?.path == "fill")
        #expect(shapes.mismatch(ofReply: [:], method: "Draw")?.path == "count")
        #expect(shapes.mismatch(ofError: ["a": 1], error: "Empty")?.path == "a")
        #expect(shapes.mismatch(ofError: [:], error: "None") != nil)
        #expect(shapes.mismatch(ofReply: [:], method: "None") != nil)
    }
}
