import Foundation
import Particles
import SimulationEngine

/// How the time of a step grows with the number of particles: of the melt, where that for each particle shall stay the
/// same, and of gravity by a tree, where it shall grow as the logarithm.
struct Growth {
    let threads: Int
    let runs: Int

    private static let cells = [6, 14, 30, 63]
    private static let bodyCounts = [1_000, 10_000, 100_000, 1_000_000]

    func measure() throws {
        print("work,particles,threads,nanoseconds-per-particle-step,relative")
        let melts = try Self.cells.map { try Melt(cells: $0, threads: threads, skin: nil) }
        try report("melt", melts.map(\.particleCount), melts.map(figure)) { _ in 1 }
        try report("tree", Self.bodyCounts, Self.bodyCounts.map(figure)) { log2(Double($0)) }
    }

    /// Prints the times, and those as parts of the first one and of what they should be.
    private func report(_ work: String, _ counts: [Int], _ figures: [Figure], growth: (Int) -> Double) throws {
        let times = zip(try medians(of: figures, runs: runs), counts).map { $0 / Double($1) }
        for (count, time) in zip(counts, times) {
            let relative = time / times[0] / (growth(count) / growth(counts[0]))
            print("\(work),\(count),\(threads),\(String(format: "%.1f", time)),\(String(format: "%.3f", relative))")
        }
    }

    /// A step of the melt, as the mean of so many that small systems take some time, too.
    private func figure(_ melt: Melt) -> Figure {
        let steps = max(20, 400_000 / melt.particleCount)
        return Figure(name: "melt") {
            try nanoseconds { try melt.simulation.run(steps: steps) } / Double(steps)
        }
    }

    /// The accelerations of bodies all over a cube.
    private func figure(bodyCount: Int) throws -> Figure {
        let generator = try RandomStreams(seed: 1).stream(for: .star)
        let positions = (0..<bodyCount).map { _ in
            SIMD3(generator.uniform(in: 0..<1), generator.uniform(in: 0..<1), generator.uniform(in: 0..<1))
        }
        let tree = try TreeGravity(constant: 1, softening: 1e-4, threads: threads)
        let system = try ParticleSystem(
            positions.map { Particle(mass: 1 / Double(bodyCount), position: $0) }, forces: [tree])
        let columns = (0..<3).flatMap { axis in positions.map { $0[axis] } }
        let repetitions = max(1, 20_000 / bodyCount)
        var accelerations = [Double](repeating: 0, count: 3 * bodyCount)
        return Figure(name: "tree") {
            nanoseconds {
                for _ in 0..<repetitions {
                    var target = accelerations.mutableSpan
                    system.accelerations(at: columns.span, into: &target)
                }
            } / Double(repetitions)
        }
    }
}
