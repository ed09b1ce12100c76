import CIIO
import OrientationCore

extension RemoteDevice {
    /// The facts about a sensor of another machine, as far as libiio passes them on.
    func describe(at uri: String) -> AccelerometerDescription {
        var description = AccelerometerDescription(name: name, sysfsName: id, sysfsPath: uri)
        description.label = Self.text(iio.device_get_label(device))
        description.sysfsLocation = (try? attribute("location", of: .device)).flatMap { $0 }
        for name in ["mount_matrix", "in_accel_mount_matrix", "in_mount_matrix"] {
            guard let text = (try? attribute(name, of: .device)).flatMap({ $0 }) else { continue }
            description.matrices.append(MatrixRule.Source(name: "\(uri) \(name)", text: text))
        }
        // libiio takes these for attributes of channels.
        let owners: [(channel: OpaquePointer?, name: String)] = [
            (axes[0], "mount_matrix"), (iio.device_find_channel(device, "mount", false), "matrix"),
        ]
        for (channel, name) in owners {
            guard let channel, let text = attribute(name, of: channel) else { continue }
            description.matrices.append(MatrixRule.Source(name: "\(uri) mount matrix", text: text))
        }
        for (axis, channel) in zip(["x", "y", "z"], axes) {
            for kind in ["scale", "offset"] {
                description.attributes["in_accel_\(axis)_\(kind)"] = attribute(kind, of: channel)
            }
        }
        return description
    }

    private func attribute(_ name: String, of channel: OpaquePointer) -> String? {
        guard iio.channel_find_attr(channel, name) != nil else { return nil }
        return try? readText("read \(name) of \(id)") { iio.channel_attr_read(channel, name, $0, $1) }
    }
}
