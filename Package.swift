// swift-tools-version: 6.0
import PackageDescription

/// The core decides and knows nothing else; programs stand on the service, the
/// sensors and Varlink; those stand on the event loop; C is at the bottom.
let package = Package(
    name: "orientationd",
    products: [
        .executable(name: "orientationd", targets: ["orientationd"]),
        .executable(name: "orientationctl", targets: ["orientationctl"]),
        .library(name: "OrientationClient", targets: ["OrientationClient", "OrientationCore"]),
    ],
    targets: [
        // Not linked: loaded when a sensor of another machine is asked for.
        .systemLibrary(name: "CIIO"),
        .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
        .systemLibrary(name: "CInput"),
        .systemLibrary(name: "CJansson", pkgConfig: "jansson", providers: [.apt(["libjansson-dev"])]),

        .target(name: "OrientationCore"),
        .target(name: "Posix"),
        .target(name: "Arguments"),
        .target(name: "JSON", dependencies: ["CJansson"]),
        .target(name: "SeededRandom"),
        .target(name: "Traces", dependencies: ["OrientationCore", "Posix", "SeededRandom"]),
        .target(name: "CalibrationFit", dependencies: ["OrientationCore"]),
        .target(name: "Diagnosis", dependencies: ["OrientationCore"]),
        .target(name: "Completions"),
        .target(name: "Plotting", dependencies: ["OrientationCore"]),
        .target(name: "Configuration", dependencies: ["Arguments", "OrientationCore", "Posix"]),
        .target(name: "EventLoop", dependencies: ["CSystemd", "OrientationCore", "Posix"]),
        .target(name: "Sensors", dependencies: ["CIIO", "CInput", "CSystemd", "EventLoop", "OrientationCore", "Posix", "Traces"]),
        .target(name: "VirtualSensor", dependencies: ["Arguments", "CInput", "EventLoop", "OrientationCore", "Posix"]),
        .target(name: "Varlink", dependencies: ["EventLoop", "JSON", "OrientationCore", "Posix"]),
        .target(name: "OrientationClient", dependencies: ["JSON", "OrientationCore", "Posix", "Varlink"]),
        .executableTarget(
            name: "orientation-follow", dependencies: ["OrientationClient", "OrientationCore"], path: "Examples/Follow"),
        .target(name: "Presenting", dependencies: ["EventLoop", "JSON", "OrientationCore", "Posix"]),
        .target(
            name: "OrientationService",
            dependencies: ["Configuration", "EventLoop", "JSON", "OrientationCore", "Sensors", "Varlink"],
            resources: [.embedInCode("org.orientationd.varlink")]),
        .target(
            name: "SensorProxyBus",
            dependencies: ["CSystemd", "EventLoop", "OrientationCore", "OrientationService", "Posix"]),
        .executableTarget(
            name: "orientationd",
            dependencies: [
                "Arguments",
                "Configuration",
                "EventLoop",
                "OrientationClient",
                "OrientationCore",
                "OrientationService",
                "Posix",
                "SensorProxyBus",
                "Sensors",
                "Varlink",
            ]),
        .target(name: "CBench"),
        .executableTarget(
            name: "orientation-bench",
            dependencies: ["Arguments", "CBench", "JSON", "OrientationCore", "Posix", "Traces", "Varlink"]),
        .executableTarget(
            name: "orientationctl",
            dependencies: [
                "Arguments",
                "CalibrationFit",
                "Completions",
                "Configuration",
                "Diagnosis",
                "EventLoop",
                "JSON",
                "OrientationClient",
                "OrientationCore",
                "Plotting",
                "Posix",
                "Presenting",
                "Traces",
                "Varlink",
                "VirtualSensor",
            ]),

        .testTarget(name: "ArgumentsTests", dependencies: ["Arguments"]),
        .testTarget(name: "ConfigurationTests", dependencies: ["Configuration", "OrientationCore"]),
        .testTarget(name: "TracesTests", dependencies: ["OrientationCore", "Posix", "SeededRandom", "Traces"]),
        .testTarget(name: "CalibrationFitTests", dependencies: ["CalibrationFit", "OrientationCore", "SeededRandom"]),
        .testTarget(name: "DiagnosisTests", dependencies: ["Diagnosis", "OrientationCore"]),
        .testTarget(name: "CompletionsTests", dependencies: ["Completions"]),
        .testTarget(name: "PlottingTests", dependencies: ["OrientationCore", "Plotting"]),
        .testTarget(name: "OrientationCoreTests", dependencies: ["OrientationCore", "SeededRandom"]),
        .testTarget(name: "SensorsTests", dependencies: ["CInput", "CSystemd", "EventLoop", "OrientationCore", "Sensors"]),
        .testTarget(
            name: "OrientationServiceTests",
            dependencies: ["EventLoop", "JSON", "OrientationCore", "OrientationService", "SeededRandom", "Sensors", "Varlink"]),
        .testTarget(name: "SensorProxyBusTests", dependencies: ["OrientationCore", "SensorProxyBus"]),
        .testTarget(name: "VirtualSensorTests", dependencies: ["OrientationCore", "VirtualSensor"]),
        .testTarget(name: "PresentingTests", dependencies: ["OrientationCore", "Presenting"]),
        .testTarget(name: "JSONTests", dependencies: ["JSON"]),
        .testTarget(name: "EventLoopTests", dependencies: ["EventLoop", "OrientationCore", "Posix"]),
        .testTarget(name: "VarlinkTests", dependencies: ["EventLoop", "JSON", "OrientationCore", "Posix", "SeededRandom", "Varlink"]),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer needs the sanitizers' libraries of the toolchain; `make fuzz` asks for it.
if Context.environment["ORIENTATION_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "orientation-fuzz",
            dependencies: ["Configuration", "JSON", "OrientationCore", "Sensors", "Traces", "Varlink"],
            path: "Tests/Fuzzing", exclude: ["corpus"]))
}
