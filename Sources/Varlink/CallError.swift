import JSON

/// An error as it goes over the wire: its full name and its parameters. Handlers throw it, clients get it.
public struct CallError: Error, Equatable, Sendable {
    /// Interface and error: `org.varlink.service.InvalidParameter`.
    public var name: String
    public var parameters: JSONObject

    public init(_ name: String, _ parameters: JSONObject = [:]) {
        self.name = name
        self.parameters = parameters
    }
}

/// The six errors of `org.varlink.service`, see https://varlink.org/Service.
extension CallError {
    public static func interfaceNotFound(_ interface: String) -> CallError {
        CallError("org.varlink.service.InterfaceNotFound", ["interface": .string(interface)])
    }

    /// - Parameter method: with its interface.
    public static func methodNotFound(_ method: String) -> CallError {
        CallError("org.varlink.service.MethodNotFound", ["method": .string(method)])
    }

    /// - Parameter method: with its interface.
    public static func methodNotImplemented(_ method: String) -> CallError {
        CallError("org.varlink.service.MethodNotImplemented", ["method": .string(method)])
    }

    /// - Parameter parameter: its name; a path such as `state.gravity.x` or `list[2]` for something inside it.
    public static func invalidParameter(_ parameter: String) -> CallError {
        CallError("org.varlink.service.InvalidParameter", ["parameter": .string(parameter)])
    }

    public static let permissionDenied = CallError("org.varlink.service.PermissionDenied")
    public static let expectedMore = CallError("org.varlink.service.ExpectedMore")
}

extension CallError: CustomStringConvertible {
    public var description: String {
        parameters.isEmpty ? name : "\(name) \(JSONValue.object(parameters).text)"
    }
}
