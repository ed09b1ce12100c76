import JSON
import OrientationCore

/// A state as the daemon sends it, for showing to people.
struct StateView: Equatable {
    var object: JSONObject
    var device: String
    var edge: String
    var landscape: String
    var interface: String
    var reason: String
    var sequence: Int64
    var timestamp: Int64
    var confidence: Double
    var roll: Double?
    var lean: Double?
    var gravity: Vector3?
    var missed: Int64
    var isGenerating: Bool
    /// `will` or `did` where it tells of a change of interface.
    var phase: String?
    /// Degrees clockwise, and the `wl_output.transform`, for the interface.
    var angle: Int64
    var transform: String
    /// The session's, which the presenter shows.
    var sessionTransform: String
    var change: Int64?

    /// False before the sensor, just switched on, has said anything.
    var isKnown: Bool { device != "unknown" || reason != "released" }

    /// - Parameter parameters: of a reply to Get or Monitor.
    /// - Throws: a failure if the daemon speaks another language than this program.
    init(reply parameters: JSONObject) throws {
        guard let state = parameters["state"]?.object,
            let device = state["device"]?.string, let edge = state["edge"]?.string, let landscape = state["landscape"]?.string,
            let interface = state["interface"]?.string, let reason = state["reason"]?.string,
            let sequence = state["sequence"]?.integer, let timestamp = state["timestamp"]?.integer
        else {
            throw CommandFailure.failed("the daemon sent no state that this version understands; install both from the same release")
        }
        object = state
        (self.device, self.edge, self.landscape, self.interface, self.reason) = (device, edge, landscape, interface, reason)
        (self.sequence, self.timestamp) = (sequence, timestamp)
        confidence = state["confidence"]?.double ?? 0
        roll = state["roll"]?.double
        lean = state["lean"]?.double
        missed = state["missed"]?.integer ?? 0
        isGenerating = state["generating"]?.bool ?? false
        phase = state["phase"]?.string
        angle = state["turn"]?.object?["angle"]?.integer ?? 0
        transform = state["turn"]?.object?["transform"]?.string ?? "normal"
        sessionTransform = state["sessionTurn"]?.object?["transform"]?.string ?? transform
        change = state["change"]?.integer
        if let vector = state["gravity"]?.object, let x = vector["x"]?.double, let y = vector["y"]?.double, let z = vector["z"]?.double {
            gravity = Vector3(x, y, z)
        }
    }

    /// Whether nothing in it is news after the other. The sequence may have gone on: a `did` has that of its moment.
    func tellsTheSame(as other: StateView) -> Bool {
        (device, edge, landscape, interface, reason) == (other.device, other.edge, other.landscape, other.interface, other.reason)
            && transform == other.transform
    }

    /// One line for people, without a time; the columns stay in their places.
    func line(withGravity: Bool) -> String {
        var words = [
            device.padded(to: 18), "edge \(edge.padded(to: 18))", "landscape \(landscape.padded(to: 14))",
            "interface \(interface.padded(to: 18))", reason.padded(to: 12),
        ]
        if let phase { words.append(phase) }
        if let roll, let lean { words.append("roll \(roll) lean \(lean)") }
        if withGravity, let gravity {
            words.append(
                "gravity " + [gravity.x, gravity.y, gravity.z].map { fixed($0, decimals: 3).leading(to: 6) }.joined(separator: " "))
        }
        if missed > 0 { words.append("(\(missed) missed)") }
        let line = words.joined(separator: "  ")
        return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
    }
}

extension String {
    /// Blanks at the end up to `width` characters.
    func padded(to width: Int) -> String {
        count >= width ? self : self + String(repeating: " ", count: width - count)
    }
}

/// A number with a fixed count of decimals, never -0.
func fixed(_ value: Double, decimals: Int) -> String {
    guard value.isFinite, value.magnitude < 1e12 else { return value.description }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = Int64((value * factor).rounded())
    let digits = String(scaled.magnitude)
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let whole = padded.dropLast(decimals)
    let sign = scaled < 0 ? "-" : ""
    return decimals == 0 ? sign + whole : sign + whole + "." + padded.suffix(decimals)
}
