import Foundation
import GSL
import Networks
import ObserverCore
import Recording
import ScenarioFiles
import SimulationEngine
import TestSupport
import Testing

/// What the tutorial shows is what is compiled and run here; `.ci/tutorial` walks through it in an empty folder.
// The lines of the tutorial.
// swift-format-ignore
@Suite struct TutorialTests {
    private static let tutorial = "Sources/SimulationEngine/SimulationEngine.docc/Tutorial.md"

    @Test("the examples are those that are run here")
    func examples() throws {
        try expectSwiftExamples(of: Self.tutorial)
    }

    /// The table's last rows add up to all pupils, and the alarm lies between the rows beside 100 infected.
    @Test("the scenario runs, and keeping apart leaves more pupils well")
    func scenario() throws {
        let blocks = try codeBlocks("yaml", in: Self.tutorial)
        try #require(blocks.count == 2)
        let folder = try TemporaryDirectory()
        let wells = try [blocks[0], blocks.joined(separator: "\n")].enumerated().map { number, text in
            let file = try folder.write(text, to: "flu-\(number).yml")
            let results = try ResultDirectory(creating: folder.path(of: "results-\(number)"))
            try Scenario(contentsOf: file).run(in: results)
            let rows = try CSVColumns(contentsOf: results.path + "/outbreak.csv")
            let (well, ill, recovered) = (
                rows.numbers("susceptible"), rows.numbers("infected"), rows.numbers("recovered")
            )
            for row in well.indices { #expect(well[row] + ill[row] + recovered[row] == 763) }
            #expect(ill.last == 0 || number == 1)
            let alarms = try CSVColumns(contentsOf: results.path + "/alarm.csv").numbers("time")
            #expect(number == 1 || alarms.count == 2)
            let alarm = try #require(alarms.first)
            let next = try #require(ill.firstIndex { $0 > 100 })
            #expect(0.25 * Double(next - 1) <= alarm && alarm <= 0.25 * Double(next))
            return try #require(well.last)
        }
        #expect(wells[1] > 2 * wells[0])
    }

    /// A Brusselator with a = 1 and b = 3 has a period of 7.16.
    @Test("the clocks strike in their period", .tracksLifetimes)
    func clocks() throws {
        let folder = try TemporaryDirectory()
        try Clocks.run(recordingTo: folder.path(of: "clocks.csv"))
        let table = try CSVColumns(contentsOf: folder.path(of: "clocks.csv"))
        #expect(table.numbers("time").count == 20 * 501)
        let x = table.numbers("x", node: "0")
        let strikes = x.indices.dropFirst().filter { x[$0 - 1] < 2 && x[$0] >= 2 }
        try #require(strikes.count >= 5)
        let period = 0.1 * Double(strikes[4] - strikes[1]) / 3
        #expect(abs(period - 7.16) < 0.1)
    }

    @Test("the manifest of the package is one", .waitsForPrograms)
    func manifest() throws {
        let folder = try TemporaryDirectory()
        try folder.write(
            """
            // swift-tools-version: 6.3

            import PackageDescription

            let package = Package(
                name: "clocks",
                dependencies: [.package(path: "../observatory")],
                targets: [
                    .executableTarget(
                        name: "clocks",
                        dependencies: [
                            .product(name: "GSL", package: "observatory"),
                            .product(name: "Networks", package: "observatory"),
                            .product(name: "ObserverCore", package: "observatory"),
                            .product(name: "Recording", package: "observatory"),
                            .product(name: "SimulationEngine", package: "observatory"),
                        ])
                ]
            )
            """, to: "Package.swift")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
    }
}

/// The Brusselator, a chemical clock: I. Prigogine and R. Lefever (1968), DOI 10.1063/1.1668896.
// swift-format-ignore
private
struct Brusselator: NetworkDynamics {
    static let name = "brusselator"
    static let variables = [VertexVariable("x", initial: 1), VertexVariable("y", initial: 3)]
    static let parameters = [
        VertexParameter("b", "what is fed in", .positive, \Brusselator.b),
        VertexParameter("coupling", "the exchange between neighbours", .nonNegative, \.coupling),
    ]

    var b = 3.0
    var coupling = 0.05

    func influence(of neighbour: SIMD2<Double>, on state: SIMD2<Double>) -> SIMD2<Double> { neighbour - state }

    func rate(of state: SIMD2<Double>, input: SIMD2<Double>, at time: Double) -> SIMD2<Double> {
        let reaction = state.x * state.x * state.y
        return SIMD2(1 - (b + 1) * state.x + reaction, b * state.x - reaction) + coupling * input
    }
}

// swift-format-ignore
private
final class Dropper: Observer {
    let receiver = Receiver()
    private(set) var count = 0

    func drip(into node: Int, of simulation: Simulation<CoupledDynamics<Brusselator>>) {
        count += 1
        try? simulation.kick(node: node, as: self) { state in state.y += 0.5 }
    }
}

// swift-format-ignore
private
struct Clocks {
    private static func print(_ words: Any...) {}

    static func main() throws { try run(recordingTo: "clocks.csv") }

    static func run(recordingTo file: String) throws {
        let graph = try Graph.wattsStrogatz(
            nodes: 20, neighbours: 4, rewiring: 0.1, from: RandomStreams(seed: 1968))
        let states = (0..<20).map { SIMD2(1 + 0.1 * Double($0), 3) }
        let model = try CoupledDynamics(graph: graph, Brusselator(), states: states)
        let integrator = try AdaptiveIntegrator(
            model, stepper: .rkf45, control: .state(absolute: 1e-9, relative: 1e-9))
        let simulation = try Simulation(model, integrator: integrator, step: 0.1)
        _ = track(simulation)

        let dropper = Dropper()
        let strikes = try simulation.crossing(of: "x", ofNode: 0, level: 2, .upwards)
        dropper.observe(strikes) { [unowned simulation, unowned dropper] strike in
            print("clock 0 strikes at", strike.time)
            dropper.drip(into: 10, of: simulation)
        }
        let recorder = try NodeRecorder(simulation, nodes: .all, at: simulation.clock, to: .csv(file))

        try simulation.run(until: 50)
        try recorder.finish()
        print(dropper.count, "drops until", simulation.moment.time)
    }
}
