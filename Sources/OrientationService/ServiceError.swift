import JSON
import OrientationCore
import Varlink

/// The errors of `org.orientationd`, as its interface file describes them.
enum ServiceError {
    static let noSensor = CallError("org.orientationd.NoSensor")

    static func noSuchSubscription(_ id: String) -> CallError {
        CallError("org.orientationd.NoSuchSubscription", ["id": .string(id)])
    }

    /// A presenter is there already.
    static let presenterTaken = CallError("org.orientationd.PresenterTaken")

    static func policy(_ error: InterfacePolicyError) -> CallError {
        switch error {
        case .noCommonOrientation(let masks): CallError("org.orientationd.NoCommonOrientation", parameters(masks))
        case .invalidInterfaceOrientation(let target, let masks):
            CallError(
                "org.orientationd.InvalidInterfaceOrientation",
                JSONObject([("orientation", .string(target.name))] + parameters(masks).members.map { ($0.key, $0.value) }))
        case .presenterTaken: presenterTaken
        }
    }

    private static func parameters(_ masks: InterfaceMasks) -> JSONObject {
        [
            "system": names(masks.system), "session": names(masks.session), "client": masks.client.map(names) ?? .null,
        ]
    }

    private static func names(_ mask: OrientationMask) -> JSONValue { .array(mask.names.map { .string($0) }) }

    static let limits = LimitErrorNames(
        tooManyConnections: "org.orientationd.TooManyConnections", requestTooLarge: "org.orientationd.RequestTooLarge")
}
