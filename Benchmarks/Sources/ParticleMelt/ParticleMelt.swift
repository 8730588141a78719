import ArgumentParser
import Foundation
import Particles
import SimulationEngine

/// Times the Lennard-Jones melt that LAMMPS ships as `bench/in.lj`, and checks what it computes.
@main
struct ParticleMelt: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "particle-melt",
        abstract: "Times LAMMPS's Lennard-Jones melt, and checks its energies.",
        discussion: """
            Writes CSV: the median and the spread (slowest minus fastest, as a part of the median) of millions of particle \
            steps in a second, for each number of particles and threads, which take turns in each run.
            """)

    @Option(parsing: .upToNextOption, help: "The numbers of threads.")
    var threads: [Int] = [1, 2]

    @Option(
        parsing: .upToNextOption,
        help: "The numbers of cells on an edge: 4 particles in each. 20 is LAMMPS's benchmark.")
    var cells: [Int] = [20]

    @Option(help: "The number of steps in a run.")
    var steps = 100

    @Option(help: "How often everything is measured.")
    var runs = 5

    @Option(help: "The skin of the neighbour list; the default of the engine unless given.")
    var skin: Double?

    @Option(help: "Look at temperature, energies and pressure every so many steps; never unless given.")
    var look: Int?

    @Flag(help: "Time what it costs that particles are watched at each step instead.")
    var watched = false

    @Flag(help: "Time how steps grow with the number of particles instead, also those of gravity by a tree.")
    var growth = false

    @Flag(help: "Time steps with other interactions instead, one of one's own among them.")
    var potentials = false

    @Flag(help: "Measure how the energy of 108 particles drifts over '--steps' steps instead.")
    var drift = false

    func validate() throws {
        for number in threads + cells + [steps, runs, look ?? 1] where !(1...1_000_000).contains(number) {
            throw ValidationError("\(number) is not a number to measure with. Give one from 1 to 1000000.")
        }
    }

    func run() throws {
        if drift { return try EnergyDrift(steps: steps).measure() }
        if potentials {
            return try Potentials(cells: cells[0], threads: threads[0], runs: runs, steps: max(1, steps / 5)).measure()
        }
        if growth { return try Growth(threads: threads[0], runs: runs).measure() }
        if watched { return try timeWatching() }
        try timeMelts()
    }

    /// Who watches takes turns with who does not; in the end all must be in the same state, and have heard of all of it.
    private func timeWatching() throws {
        let melts = try WatchedMelt.Watching.allCases.map {
            WatchedMelt($0, melt: try Melt(cells: cells[0], threads: threads[0], skin: skin))
        }
        let steps = max(1, steps / 5)
        let figures = melts.map { melt in Figure(name: melt.watching.rawValue) { try melt.measure(steps: steps) } }
        let times = try medians(of: figures, runs: runs)
        for melt in melts {
            try melt.check()
            guard melts[0].melt.isInTheSameState(as: melt.melt) else {
                throw WrongResult(name: "state when \(melt.watching.rawValue) watches", value: .nan, expected: 0)
            }
        }
        print("watching,particles,threads,nanoseconds-per-particle-step,relative")
        for (figure, time) in zip(figures, times) {
            print(
                "\(figure.name),\(melts[0].melt.particleCount),\(threads[0]),\(String(format: "%.1f", time)),"
                    + String(format: "%.3f", time / times[0]))
        }
    }

    private func timeMelts() throws {
        var speeds: [Case: [Double]] = [:]
        let cases = cells.flatMap { cells in threads.map { Case(cells: cells, threads: $0) } }
        for _ in 0..<runs {
            for measured in cases {
                let melt = try Melt(cells: measured.cells, threads: measured.threads, skin: skin)
                try melt.checkBeginning()
                let seconds = try melt.run(steps: steps, look: look)
                try melt.checkEnd(steps: steps)
                speeds[measured, default: []].append(1e-6 * Double(melt.particleCount * steps) / seconds)
            }
        }
        print("particles,threads,million-particle-steps-per-second,spread")
        for measured in cases {
            let sorted = (speeds[measured] ?? []).sorted()
            let median = sorted[sorted.count / 2]
            let spread = (sorted[sorted.count - 1] - sorted[0]) / median
            print(
                "\(measured.particleCount),\(measured.threads),\(String(format: "%.3f", median)),"
                    + String(format: "%.3f", spread))
        }
        printMemory()
    }

    /// The most memory that the process has had, where the system tells.
    private func printMemory() {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM") })
        else { return }
        FileHandle.standardError.write(Data("greatest memory: \(line.dropFirst(6))\n".utf8))
    }
}

private struct Case: Hashable {
    let cells: Int
    let threads: Int

    var particleCount: Int { 4 * cells * cells * cells }
}
