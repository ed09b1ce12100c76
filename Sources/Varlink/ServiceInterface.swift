import JSON

/// `org.varlink.service`, which every Varlink service has: https://varlink.org/Service.
enum ServiceInterface {
    static let text = """
        # What every Varlink service says about itself.
        interface org.varlink.service

        # Who made this service, what it is, and which interfaces it has.
        method GetInfo() -> (
          vendor: string,
          product: string,
          version: string,
          url: string,
          interfaces: []string
        )

        # The description of one of those interfaces.
        method GetInterfaceDescription(interface: string) -> (description: string)

        # There is no interface of that name.
        error InterfaceNotFound (interface: string)

        # The interface has no such method.
        error MethodNotFound (method: string)

        # The interface has that method, this service does not.
        error MethodNotImplemented (method: string)

        # A parameter is missing, unknown or of the wrong type.
        error InvalidParameter (parameter: string)

        # The caller lacks the rights for that.
        error PermissionDenied ()

        # The method answers many times, so it must be called with "more".
        error ExpectedMore ()

        """
}

extension VarlinkServer {
    /// The handlers of ``ServiceInterface``.
    var serviceHandlers: [String: Handler] {
        [
            "GetInfo": { [unowned self] call in
                call.reply([
                    "vendor": .string(info.vendor), "product": .string(info.product), "version": .string(info.version),
                    "url": .string(info.url), "interfaces": .array(interfaceNames.map { .string($0) }),
                ])
            },
            "GetInterfaceDescription": { [unowned self] call throws(CallError) in
                let name: String = try call.parameters.required("interface")
                guard let description = description(of: name) else { throw .interfaceNotFound(name) }
                call.reply(["description": .string(description.text)])
            },
        ]
    }
}
