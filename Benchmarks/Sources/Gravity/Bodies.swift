import ArgumentParser
import Foundation
import GSL
import Particles
import SimulationEngine

/// How bodies are distributed.
enum Distribution: String, CaseIterable, ExpressibleByArgument {
    /// All over a cube of edge 1.
    case cube

    /// A Plummer sphere of scale radius 1, without what is further away than 20.
    case plummer
}

/// Bodies of equal mass, together 1.
struct Bodies {
    private let positions: [SIMD3<Double>]

    var count: Int { positions.count }

    init(_ distribution: Distribution, count: Int) throws {
        let generator = try RandomStreams(seed: 1).stream(for: .star)
        positions = (0..<count).map { _ in
            switch distribution {
            case .cube:
                SIMD3(generator.uniform(in: 0..<1), generator.uniform(in: 0..<1), generator.uniform(in: 0..<1))
                    - SIMD3(repeating: 0.5)
            case .plummer:
                Self.plummer(
                    generator.uniform(in: 0..<1), 2 * generator.uniform(in: 0..<1) - 1,
                    2 * .pi * generator.uniform(in: 0..<1))
            }
        }
    }

    private static func plummer(_ enclosed: Double, _ cosine: Double, _ angle: Double) -> SIMD3<Double> {
        let radius = min(20, 1 / (pow(max(enclosed, 1e-9), -2.0 / 3) - 1).squareRoot())
        let sine = (1 - cosine * cosine).squareRoot()
        return radius * SIMD3(sine * cos(angle), sine * sin(angle), cosine)
    }

    /// Reads a line of three numbers for each body.
    init(contentsOf file: String) throws {
        positions = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map { line in
            let numbers = line.split(separator: " ").compactMap { Double($0) }
            guard numbers.count == 3 else { throw ValidationError("'\(line)' is not three numbers") }
            return SIMD3(numbers[0], numbers[1], numbers[2])
        }
        guard !positions.isEmpty else { throw ValidationError("'\(file)' has no bodies") }
    }

    /// The accelerations in a force, and how many seconds they took.
    func accelerations(by force: any ParticleForce) throws -> (accelerations: [SIMD3<Double>], seconds: Double) {
        let mass = 1 / Double(count)
        let system = try ParticleSystem(positions.map { Particle(mass: mass, position: $0) }, forces: [force])
        let columns = (0..<3).flatMap { axis in positions.map { $0[axis] } }
        var numbers = [Double](repeating: 0, count: 3 * count)
        func accelerate() {
            var target = numbers.mutableSpan
            system.accelerations(at: columns.span, into: &target)
        }
        let clock = ContinuousClock()
        // The first time memory is new.
        accelerate()
        let duration = clock.measure { accelerate() }
        let seconds = Double(duration.components.seconds) + 1e-18 * Double(duration.components.attoseconds)
        return ((0..<count).map { SIMD3(numbers[$0], numbers[count + $0], numbers[2 * count + $0]) }, seconds)
    }
}
