import OrientationCore

/// A sensor that ``KernelSensorSupply`` has found in the kernel and follows.
protocol KernelSensor: SensorSource {
    /// Told after the sensor has reported itself lost, and why, for people.
    var onLost: (ChangeReason, String) -> Void { get set }
    /// The system says that the device went away.
    func removed()
    /// Told whenever it is switched on or off.
    var onRunning: (Bool) -> Void { get set }
    /// The machine goes to sleep, or tries to.
    func prepareForSleep()
    /// The machine was asleep.
    func resumed()
    /// Waits until everything is switched off.
    func finish(within limit: Interval)
}
