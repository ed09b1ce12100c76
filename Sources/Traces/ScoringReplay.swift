import OrientationCore

extension ScoringRecording {
    /// The changes of the device's orientation that the decision makes of the recording.
    public func changes(distortion: Distortion = Distortion(), settings: OrientationSettings = OrientationSettings()) -> [Score.Change] {
        let inGravity = Vector3(1, 1, 1) * Calibration.standardGravity
        var pipeline = OrientationPipeline(calibration: Calibration(scale: inGravity), settings: settings)
        var changes: [Score.Change] = []
        for sample in distortion.samples(of: trace) {
            pipeline.take(sample) { changes.append(Score.Change(timestamp: $0.timestamp, device: $0.device)) }
        }
        return changes
    }
}
