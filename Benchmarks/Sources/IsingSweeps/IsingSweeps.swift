import ArgumentParser
import CIsingFloor
import Foundation
import Networks
import SimulationEngine

/// Measures sweeps of the Ising model beside those of plain C.
@main
struct IsingSweeps: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "ising",
        abstract: "Measures sweeps of the Ising model at its critical temperature.",
        discussion: """
            The result is CSV with the columns work, threads, spins, best, median, rate and ratio: the best and the median \
            time of a sweep in seconds, the median of spins updated per second, and that divided by the rate of the \
            checkerboard in C, measured in turn. Energies are checked against that of the same torus in theory.
            """)

    @Option(help: "How often each row is measured.")
    var runs = 7

    @Option(help: "The side of the torus, a power of 2.")
    var side = 1024

    @Option(help: "The least time of a measurement, in seconds.")
    var seconds = 0.2

    func validate() throws {
        guard runs >= 1 else { throw ValidationError("'--runs' must be 1 or more.") }
        guard (4...32768).contains(side), side.nonzeroBitCount == 1 else {
            throw ValidationError("'--side' must be a power of 2 from 4 to 32768.")
        }
        guard seconds > 0, seconds <= 100 else { throw ValidationError("'--seconds' must be between 0 and 100.") }
    }

    func run() throws {
        let works = try [
            floor("c-checkerboard", if_sweep_checkerboard), floor("c-random-site", if_sweep_at_random),
            sweeps("metropolis-checkerboard", .metropolis, .checkerboard, threads: 1),
            sweeps("metropolis-checkerboard", .metropolis, .checkerboard, threads: 2),
            sweeps("glauber-checkerboard", .glauber, .checkerboard, threads: 1),
            sweeps("metropolis-random-site", .metropolis, .random, threads: 1),
            sweeps("metropolis-sequential", .metropolis, .sequential, threads: 1),
            sweeps("metropolis-any-bipartite", .metropolis, .checkerboard, threads: 1, isTorus: false),
            watched("unwatched") { _, _ in }, watched("each-spin-watched") { $0.watchEach(of: $1) },
            watched("all-spins-watched") { $0.watchAll(of: $1) },
        ]
        // Towards equilibrium, where spins flip as often as they will do.
        for work in works { for _ in 0..<50 { try work.sweep() } }
        var times = works.map { _ in [Double]() }
        for _ in 0..<runs {
            for (index, work) in works.enumerated() { times[index].append(try timeOfSweep(work)) }
        }
        print("work,threads,spins,best,median,rate,ratio")
        for (index, work) in works.enumerated() {
            let sorted = times[index].sorted()
            let ratios = zip(times[0], times[index]).map { $0 / $1 }.sorted()
            let rate = Double(side * side) / sorted[runs / 2]
            print(
                "\(work.name),\(work.threads),\(side * side),\(sorted[0]),\(sorted[runs / 2]),\(rate),"
                    + "\(ratios[runs / 2])")
            try work.check()
        }
    }

    private func timeOfSweep(_ work: Work) throws -> Double {
        var count = 0
        let clock = ContinuousClock()
        let start = clock.now
        var elapsed = 0.0
        repeat {
            try work.sweep()
            count += 1
            elapsed = (clock.now - start) / .seconds(1)
        } while elapsed < seconds
        return elapsed / Double(count)
    }
}

/// What is measured: one sweep after the other.
struct Work {
    let name: String
    let threads: Int
    let sweep: () throws -> Void
    let check: () throws -> Void
}

// MARK: - What is measured

extension IsingSweeps {
    private var temperature: Double { IsingModel.criticalTemperature }

    /// In equilibrium the energy per spin is −1.4142 − 0.64 / side on the average, which the least number of sweeps that is
    /// made comes near to.
    private func check(_ energy: Double, of name: String) throws {
        guard abs(energy + 2.squareRoot()) < max(0.1, 10 / Double(side)) else {
            throw BenchmarkFailure("\(name): the energy is \(energy)")
        }
    }

    private func floor(_ name: String, _ sweep: @escaping (UnsafeMutablePointer<if_lattice>?) -> Void) -> Work {
        let spins = UnsafeMutablePointer<Int8>.allocate(capacity: side * side)
        spins.initialize(repeating: 1, count: side * side)
        let lattice = UnsafeMutablePointer<if_lattice>.allocate(capacity: 1)
        lattice.initialize(
            to: if_lattice(
                spins: spins, side: Int32(side), seed: 0x9E37_79B9,
                against_two: UInt32(exp(-4 / temperature) * 0x1p32),
                against_four: UInt32(exp(-8 / temperature) * 0x1p32)))
        return Work(name: name, threads: 1) {
            sweep(lattice)
        } check: { [side] in
            let isPacked = name == "c-checkerboard"
            var energy = 0
            for y in 0..<side {
                for x in 0..<side {
                    func spin(_ x: Int, _ y: Int) -> Int {
                        let (x, y) = (x % side, y % side)
                        guard isPacked else { return Int(spins[y * side + x]) }
                        return Int(spins[((x + y) % 2 * side + y) * (side / 2) + x / 2])
                    }
                    energy -= spin(x, y) * (spin(x + 1, y) + spin(x, y + 1))
                }
            }
            try check(Double(energy) / Double(side * side), of: name)
        }
    }

    private func model(isTorus: Bool = true) throws -> IsingModel {
        var graph = try Graph.lattice(sides: [side, side], periodic: true)
        if !isTorus {
            var edges = EdgeColumns(capacity: graph.edgeCount)
            for vertex in 0..<graph.vertexCount {
                // Without its first edge the graph is no torus.
                for other in graph.neighbours(of: vertex) where other > vertex && (vertex, other) != (0, 1) {
                    edges.append(vertex, Int(other))
                }
            }
            graph = try Graph(vertexCount: graph.vertexCount, edges: edges)
        }
        return try IsingModel(
            graph: graph, temperature: temperature, spins: [Spin](repeating: .up, count: side * side))
    }

    private func sweeps(
        _ name: String, _ rule: SpinFlipRule, _ order: SweepOrder, threads: Int, isTorus: Bool = true
    ) throws -> Work {
        let model = try model(isTorus: isTorus)
        let integrator = SpinSweeps(rule, order: order, streams: try RandomStreams(seed: 1), threads: threads)
        return Work(name: name, threads: threads) {
            let time = Double(integrator.sweepCount)
            try integrator.advance(model, from: time, to: time + 1)
        } check: {
            try check(model.totalEnergy / Double(model.nodeCount), of: name)
        }
    }

    /// Sweeps in random order of a simulation in which nobody or everybody is watched.
    private func watched(
        _ name: String, _ watch: (Watcher, Simulation<IsingModel>) -> Void
    ) throws -> Work {
        let model = try model()
        let integrator = SpinSweeps(.metropolis, order: .random, streams: try RandomStreams(seed: 1))
        let simulation = try Simulation(model, integrator: integrator, step: 1)
        let watcher = Watcher()
        watch(watcher, simulation)
        return Work(name: name, threads: 1) {
            try simulation.run(until: simulation.moment.time + 1)
        } check: {
            try check(model.totalEnergy / Double(model.nodeCount), of: name)
            guard (watcher.changeCount > 0) == (name != "unwatched") else {
                throw BenchmarkFailure("\(name): \(watcher.changeCount) changes were told")
            }
        }
    }
}

/// A result that is not right.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
