// swift-tools-version: 6.3

import PackageDescription

let package = Package(
    name: "benchmarks",
    dependencies: [.package(name: "observatory", path: "..")],
    targets: [
        .target(name: "CFloor"),
        .executableTarget(
            name: "observer-scaling",
            dependencies: ["CFloor", .product(name: "ObserverCore", package: "observatory")],
            path: "Sources/ObserverScaling"),
    ],
    swiftLanguageModes: [.v6]
)
