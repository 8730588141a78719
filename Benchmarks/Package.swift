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

// As in the package above.
if Context.environment["OBSERVATORY_WARNINGS"] == "errors" {
    for target in package.targets where target.name != "CFloor" {
        target.swiftSettings = (target.swiftSettings ?? []) + [.treatAllWarnings(as: .error)]
    }
}
