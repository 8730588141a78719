import ArgumentParser
import Foundation
import Particles
import SimulationEngine

/// Times gravity by direct summation and by the tree, and checks the tree's forces.
@main
struct GravityBenchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gravity",
        abstract: "Times gravity by direct summation and by a tree, and measures the tree's errors.",
        discussion: """
            Bodies of equal mass lie all over a cube or in a Plummer sphere. Writes CSV: the seconds that the accelerations \
            of all bodies take, the least of all runs; millions of pairs in a second, each counted once, for direct \
            summation; and the root mean square and the median of the relative errors of accelerations for the tree, \
            measured with a sum over all pairs.

            Positions can be read from a file instead, a line 'x y z' for each body, so that other programs can be timed \
            with the same.
            """)

    enum Method: String, CaseIterable, ExpressibleByArgument {
        case direct
        case tree
    }

    @Option(help: "How forces are summed up.")
    var method = Method.direct

    @Option(parsing: .upToNextOption, help: "The numbers of bodies.")
    var counts: [Int] = [4000]

    @Option(help: "How bodies are distributed.")
    var distribution = Distribution.cube

    @Option(help: "Read positions from a file.")
    var positions: String?

    @Option(parsing: .upToNextOption, help: "The numbers of threads.")
    var threads: [Int] = [1, 2]

    @Option(name: .customLong("opening-angle"), help: "The opening angle of the tree.")
    var openingAngle = TreeGravity.defaultOpeningAngle

    @Option(help: "The softening.")
    var softening = 1e-4

    @Option(help: "How often everything is measured.")
    var runs = 5

    @Flag(name: .customLong("no-errors"), help: "Do not measure the errors of the tree.")
    var skipsErrors = false

    func validate() throws {
        for number in counts + threads + [runs] where !(1...10_000_000).contains(number) {
            throw ValidationError("\(number) is not a number to measure with. Give one from 1 to 10000000.")
        }
    }

    func run() throws {
        print("method,bodies,threads,seconds,million-pairs-per-second,rms-error,median-error")
        if let positions {
            try measure(Bodies(contentsOf: positions))
        } else {
            for count in counts { try measure(Bodies(distribution, count: count)) }
        }
    }

    private func measure(_ bodies: Bodies) throws {
        var (seconds, accelerations) = ([Double](repeating: .infinity, count: threads.count), [SIMD3<Double>]())
        for _ in 0..<runs {
            for (index, threads) in threads.enumerated() {
                let result = try bodies.accelerations(by: force(threads: threads))
                seconds[index] = min(seconds[index], result.seconds)
                accelerations = result.accelerations
            }
        }
        var errors = ","
        if method == .tree, !skipsErrors {
            let direct = try NewtonianGravity(constant: 1, softening: softening, threads: threads.max() ?? 1)
            errors = RelativeErrors(accelerations, try bodies.accelerations(by: direct).accelerations).csv
        }
        let pairs = 0.5 * Double(bodies.count) * Double(bodies.count - 1)
        for (threads, seconds) in zip(threads, seconds) {
            let speed = method == .direct ? String(format: "%.1f", 1e-6 * pairs / seconds) : ""
            print("\(method.rawValue),\(bodies.count),\(threads),\(String(format: "%.4f", seconds)),\(speed),\(errors)")
        }
    }

    private func force(threads: Int) throws -> any ParticleForce {
        switch method {
        case .direct: try NewtonianGravity(constant: 1, softening: softening, threads: threads)
        case .tree:
            try TreeGravity(constant: 1, softening: softening, openingAngle: openingAngle, threads: threads)
        }
    }
}

/// How far accelerations are from those that they should be.
private struct RelativeErrors {
    let csv: String

    init(_ values: [SIMD3<Double>], _ expected: [SIMD3<Double>]) {
        let squares = zip(values, expected).map { value, expected in
            let error = value - expected
            return (error * error).sum() / (expected * expected).sum()
        }
        let mean = squares.reduce(0, +) / Double(squares.count)
        let median = squares.sorted()[squares.count / 2]
        csv = String(format: "%.2e,%.2e", mean.squareRoot(), median.squareRoot())
    }
}
