import JSON
import Varlink

/// The errors of `org.orientationd`, as its interface file describes them.
enum ServiceError {
    static let noSensor = CallError("org.orientationd.NoSensor")

    static func noSuchSubscription(_ id: String) -> CallError {
        CallError("org.orientationd.NoSuchSubscription", ["id": .string(id)])
    }

    static let limits = LimitErrorNames(
        tooManyConnections: "org.orientationd.TooManyConnections", requestTooLarge: "org.orientationd.RequestTooLarge")
}
