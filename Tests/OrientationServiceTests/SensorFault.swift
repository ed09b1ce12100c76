import OrientationCore
import SeededRandom

@testable import OrientationService

/// One thing that goes wrong with a sensor, for a while.
enum SensorFault: Equatable {
    /// The device is held still, and every tenth sample is one that a broken transfer makes.
    case spikes(DeviceOrientation, seed: UInt64, samples: Int)
    /// The same number in all three axes, again and again.
    case equalAxes(Double, samples: Int)
    /// Good samples whose times are seconds too early, as after a change of the kernel's clock.
    case early(DeviceOrientation, milliseconds: Int64, samples: Int)
    /// It is unplugged, and plugged in again after a while.
    case unplugged(milliseconds: Int64)
    /// Another program uses it when it shall be switched on, so that this fails; it is free after a while.
    case busy(milliseconds: Int64)

    /// A spike: not a number, out of every range, or at the end of the range in one axis.
    static func spike(_ random: inout SeededGenerator) -> Vector3 {
        switch random.below(4) {
        case 0: Vector3(.nan, 0, 1)
        case 1: Vector3(34, -34, 34)
        case 2: Vector3(random.below(2) == 0 ? 16 : -16, random.unit(), random.unit())
        default: Vector3(random.unit(), random.unit(), random.below(2) == 0 ? 16 : -16)
        }
    }
}

extension SimulationWorld {
    mutating func suffer(_ fault: SensorFault) throws(Violation) {
        switch fault {
        case .spikes(let device, let seed, let samples):
            var random = SeededGenerator(seed: seed)
            let wasRight = sensor == .on && hub.state.device == device
            for index in 0..<samples {
                try pass(.milliseconds(40))
                let isSpike = index % 10 == 9
                try take(isSpike ? SensorFault.spike(&random) : device.gravity ?? Vector3(0, 0, 0))
                // A single one turns nothing.
                if isSpike && wasRight && !hub.policy.isDeviceSilenced && hub.state.device != device { throw .wrongOrientation }
            }
        case .equalAxes(let value, let samples):
            for _ in 0..<samples {
                try pass(.milliseconds(40))
                if sensor == .on { try feed(RawSample(timestamp: time, value: Vector3(value, value, value))) }
            }
        case .early(let device, let milliseconds, let samples):
            for _ in 0..<samples {
                try pass(.milliseconds(40))
                guard sensor == .on else { continue }
                let early = Timestamp(nanoseconds: time.nanoseconds - milliseconds * 1_000_000)
                try feed(RawSample(timestamp: early, value: device.gravity ?? Vector3(0, 0, 0)))
                lastUsable = nil
            }
        case .unplugged(let milliseconds):
            try sensorGoes(.sensorLost)
            try pass(.milliseconds(milliseconds))
            try sensorComes(onlyChanges, false)
        case .busy(let milliseconds):
            isBusy = true
            try sensorComes(onlyChanges, false)
            try pass(.milliseconds(milliseconds))
            isBusy = false
            if sensor == .absent { try sensorComes(onlyChanges, false) }
        }
    }
}
