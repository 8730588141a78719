// swift-tools-version: 6.3

import PackageDescription

/// What stands in for Combine where the system has none.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux, .windows, .android, .wasi]))

let package = Package(
    name: "observatory",
    // With what Swift 6.3 needs in its library. Where there is no GSL, such as on a telephone, the observer modules remain.
    platforms: [.macOS(.v26), .iOS(.v26), .tvOS(.v26), .watchOS(.v26), .visionOS(.v26)],
    products: [
        .library(name: "ObserverCore", targets: ["ObserverCore"]),
        .library(name: "ObserverCombine", targets: ["ObserverCombine"]),
        .library(name: "LightweightObservable", targets: ["LightweightObservable"]),
        .library(name: "ObserverBenchmarks", targets: ["ObserverBenchmarks"]),
        .library(name: "GSL", targets: ["GSL"]),
        .library(name: "Descriptions", targets: ["Descriptions"]),
        .library(name: "Essentials", targets: ["Essentials"]),
        .library(name: "Graphs", targets: ["Graphs"]),
        .library(name: "SimulationEngine", targets: ["SimulationEngine"]),
        .library(name: "Particles", targets: ["Particles"]),
        .library(name: "Networks", targets: ["Networks"]),
        .library(name: "Recording", targets: ["Recording"]),
        .library(name: "Documents", targets: ["Documents"]),
        .library(name: "Experiments", targets: ["Experiments"]),
        .library(name: "ScenarioFiles", targets: ["ScenarioFiles"]),
        .library(name: "Sweeps", targets: ["Sweeps"]),
        .library(name: "Plots", targets: ["Plots"]),
        .executable(name: "observatory", targets: ["observatory"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    ],
    targets: [
        .systemLibrary(name: "CGSL", pkgConfig: "gsl", providers: [.apt(["libgsl-dev"]), .brew(["gsl"])]),
        .target(name: "GSL", dependencies: ["CGSL", "Descriptions"]),
        .target(name: "ObserverCore"),
        .target(name: "ObserverCombine", dependencies: ["ObserverCore", openCombine]),
        .target(name: "LightweightObservable", dependencies: ["ObserverCore"]),
        .systemLibrary(name: "CHeap"),
        .target(name: "ObserverBenchmarks", dependencies: ["CHeap", "ObserverCore"]),
        .target(name: "CKernels"),
        .systemLibrary(name: "CMath"),
        .target(name: "Descriptions"),
        .target(name: "Essentials", dependencies: ["GSL", "ObserverCore"]),
        .target(
            name: "SimulationEngine",
            dependencies: ["CKernels", "CMath", "Descriptions", "Essentials", "ObserverCore", "GSL"]),
        .target(
            name: "Particles", dependencies: ["CKernels", "CMath", "Descriptions", "GSL", "SimulationEngine"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .target(
            name: "Graphs",
            dependencies: ["CExpat", "CKernels", "CMath", "CZlib", "Descriptions", "Essentials", "GSL"]),
        .target(
            name: "Networks", dependencies: ["CKernels", "CMath", "Descriptions", "GSL", "Graphs", "SimulationEngine"]),
        .target(name: "Recording", dependencies: ["CMath", "SimulationEngine", "ObserverCore", "GSL"]),
        // The commit is said in the environment, by .ci/package: what SwiftPM knows of it may be that of an earlier build.
        .target(
            name: "CCommit",
            cSettings: [.define("OBSERVATORY_COMMIT", to: "\"\(Context.environment["OBSERVATORY_COMMIT"] ?? "")\"")]),
        .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .target(name: "Documents", dependencies: ["CYAML", "Descriptions", "Graphs", "SimulationEngine"]),
        .target(
            name: "Experiments",
            dependencies: [
                "CCommit", "CMath", "Descriptions", "Documents", "GSL", "Graphs", "ObserverCore", "Recording",
                "SimulationEngine",
            ]),
        .target(
            name: "ScenarioFiles",
            dependencies: [
                "Descriptions", "Experiments", "GSL", "Networks", "ObserverCore", "Particles", "Recording",
                "SimulationEngine",
            ]),
        .target(
            name: "Catalogue",
            dependencies: ["Descriptions", "GSL", "Networks", "ScenarioFiles"]),
        .target(
            name: "Sweeps", dependencies: ["Descriptions", "GSL", "Recording", "ScenarioFiles", "SimulationEngine"]),
        .target(name: "Drawing", dependencies: ["Documents", "Essentials", "Graphs"]),
        .target(
            name: "Plots",
            dependencies: ["Drawing", "Networks", "Particles", "ScenarioFiles", "SimulationEngine", "Sweeps"]),
        .systemLibrary(
            name: "CEvent", pkgConfig: "libevent_core", providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
        .target(
            name: "Viewer",
            dependencies: [
                "CEvent", "Drawing", "Essentials", "Networks", "Particles", "ScenarioFiles", "SimulationEngine",
            ]),
        .executableTarget(
            name: "observatory",
            dependencies: [
                "Catalogue", "Descriptions", "GSL", "ObserverBenchmarks", "Plots", "Recording", "ScenarioFiles",
                "SimulationEngine",
                "Sweeps", "Viewer",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),

        .target(name: "TestSupport", dependencies: ["CGSL"], path: "Tests/TestSupport"),
        .target(
            name: "EngineTestSupport", dependencies: ["Descriptions", "Documents", "SimulationEngine"],
            path: "Tests/EngineTestSupport"),
        .target(
            name: "ScenarioTestSupport", dependencies: ["ScenarioFiles", "TestSupport"],
            path: "Tests/ScenarioTestSupport"),
        .testTarget(name: "DescriptionsTests", dependencies: ["Descriptions", "TestSupport"]),
        .testTarget(name: "GSLTests", dependencies: ["GSL", "TestSupport"]),
        .testTarget(name: "ObserverCoreTests", dependencies: ["ObserverCore", "TestSupport"]),
        .testTarget(name: "EssentialsTests", dependencies: ["Essentials", "GSL", "TestSupport"]),
        .testTarget(
            name: "GraphsTests", dependencies: ["CZlib", "EngineTestSupport", "GSL", "Graphs", "TestSupport"],
            exclude: ["Fixtures"]),
        .testTarget(name: "ObserverBenchmarksTests", dependencies: ["ObserverBenchmarks"]),
        .testTarget(
            name: "SimulationEngineTests",
            dependencies: ["EngineTestSupport", "GSL", "ObserverCore", "SimulationEngine", "TestSupport"]),
        .testTarget(
            name: "ObserverCombineTests", dependencies: ["ObserverCombine", "ObserverCore", "TestSupport", openCombine]),
        .testTarget(name: "LightweightObservableTests", dependencies: ["LightweightObservable", "TestSupport"]),
        .testTarget(
            name: "ParticlesTests",
            dependencies: [
                "CKernels", "Descriptions", "EngineTestSupport", "ObserverCore", "Particles", "SimulationEngine",
                "TestSupport",
            ]),
        .testTarget(
            name: "NetworksTests",
            dependencies: [
                "CKernels", "Descriptions", "EngineTestSupport", "GSL", "Networks", "SimulationEngine", "TestSupport",
            ]),
        .testTarget(
            name: "RecordingTests",
            dependencies: ["GSL", "ObserverCore", "Recording", "SimulationEngine", "TestSupport"]),
        .testTarget(name: "DocumentsTests", dependencies: ["Documents", "EngineTestSupport", "TestSupport"]),
        .testTarget(
            name: "ScenarioFilesTests",
            dependencies: [
                "CKernels", "Descriptions", "EngineTestSupport", "Experiments", "Networks", "Particles",
                "ScenarioFiles", "ScenarioTestSupport", "SimulationEngine", "TestSupport",
            ]),
        .testTarget(
            name: "CatalogueTests",
            dependencies: [
                "Catalogue", "Descriptions", "EngineTestSupport", "Experiments", "Networks", "ScenarioFiles",
                "ScenarioTestSupport", "SimulationEngine", "TestSupport",
            ]),
        .testTarget(
            name: "SweepsTests",
            dependencies: ["Essentials", "GSL", "ScenarioFiles", "SimulationEngine", "Sweeps", "TestSupport"]),
        .testTarget(
            name: "PlotsTests", dependencies: ["Drawing", "Plots", "ScenarioFiles", "Sweeps", "TestSupport"]),
        .testTarget(name: "ViewerTests", dependencies: ["Plots", "ScenarioFiles", "TestSupport", "Viewer"]),
        .testTarget(
            name: "ObservatoryTests", dependencies: ["ScenarioFiles", "SimulationEngine", "observatory", "TestSupport"]),
        .testTarget(
            name: "ValidationTests",
            dependencies: [
                "GSL", "Networks", "ObserverCore", "Particles", "Recording", "ScenarioFiles", "SimulationEngine",
                "Sweeps",
                "TestSupport",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// Tests are built against what is optimised, for which they need not be optimised themselves: building them would take longer than running
// them. No product depends on a test, so that packages that depend on this one never meet the flag.
for target in package.targets where target.type == .test {
    target.swiftSettings = [.unsafeFlags(["-Onone"], .when(configuration: .release))]
}

// Where the package is checked, warnings are errors. They are not where it is used: a newer compiler may know more.
if Context.environment["OBSERVATORY_WARNINGS"] == "errors" {
    for target in package.targets where target.type != .system {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
