// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [
        .package(name: "observatory", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        // Without its traits it needs no other allocator and no hooks in the runtime.
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .target(name: "CFloor"),
        // Where the library is not installed SwiftPM warns, and the target that depends on it goes without.
        .systemLibrary(name: "CSigcxx", pkgConfig: "sigc++-2.0", providers: [.apt(["libsigc++-2.0-dev"])]),
        .target(name: "SignalLibraries", dependencies: ["CSigcxx"]),
        .target(
            name: "DriftingNodes",
            dependencies: [.product(name: "SimulationEngine", package: "observatory")]),
        .executableTarget(
            name: "observer-scaling",
            dependencies: [
                "CFloor", "DriftingNodes", "SignalLibraries",
                .product(name: "ObserverBenchmarks", package: "observatory"),
                .product(name: "ObserverCore", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ],
            path: "Sources/ObserverScaling"),
        .executableTarget(
            name: "simulation-watching",
            dependencies: [
                "CFloor", "DriftingNodes",
                .product(name: "GSL", package: "observatory"),
                .product(name: "Networks", package: "observatory"),
                .product(name: "ObserverBenchmarks", package: "observatory"),
                .product(name: "ObserverCore", package: "observatory"),
                .product(name: "Particles", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
            ],
            path: "Sources/SimulationWatching"),
        .executableTarget(
            name: "observer-work",
            dependencies: [
                .product(name: "ObserverBenchmarks", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/ObserverWork"),
        .target(name: "NumberLibraries"),
        .executableTarget(
            name: "csv-writing",
            dependencies: [
                "NumberLibraries",
                .product(name: "GSL", package: "observatory"),
                .product(name: "Recording", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/CSVWriting"),
        .executableTarget(
            name: "particle-melt",
            dependencies: [
                .product(name: "ObserverCore", package: "observatory"),
                .product(name: "Particles", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/ParticleMelt"),
        .executableTarget(
            name: "gravity",
            dependencies: [
                .product(name: "GSL", package: "observatory"),
                .product(name: "Particles", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Gravity"),
        .target(name: "EpidemicFloor"),
        .executableTarget(
            name: "network-events",
            dependencies: [
                "EpidemicFloor",
                .product(name: "Networks", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/NetworkEvents"),
        .target(name: "CIsingFloor"),
        .executableTarget(
            name: "ising",
            dependencies: [
                "CIsingFloor",
                .product(name: "Networks", package: "observatory"),
                .product(name: "ObserverCore", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/IsingSweeps"),
        .executableTarget(
            name: "network-equations",
            dependencies: [
                .product(name: "Networks", package: "observatory"),
                .product(name: "ObserverCore", package: "observatory"),
                .product(name: "SimulationEngine", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/NetworkEquations"),
        .executableTarget(
            name: "graph-files",
            dependencies: [
                .product(name: "Networks", package: "observatory"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/GraphFiles"),
        .executableTarget(
            name: "observer-regressions",
            dependencies: [
                .product(name: "ObserverBenchmarks", package: "observatory"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            // The plugin wants its targets directly in a folder called Benchmarks: this one.
            path: "ObserverRegressions",
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]),
    ],
    swiftLanguageModes: [.v6],
    cxxLanguageStandard: .cxx17
)

// As in the package above.
if Context.environment["OBSERVATORY_WARNINGS"] == "errors" {
    for target in package.targets where target.type == .executable {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
