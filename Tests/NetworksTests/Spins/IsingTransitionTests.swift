import Networks
import SimulationEngine
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The phase transition on square tori against exact results.
@Suite struct IsingTransitionTests {
    /// Means of 20 parts of a run, and the standard error of their mean.
    private func means(
        _ model: IsingModel, _ integrator: any Integrator<IsingModel>, warmUp: Int, part: Int,
        of quantities: [(IsingModel) -> Double]
    ) throws -> [(mean: Double, error: Double)] {
        var time = 0
        func advance(_ steps: Int) throws {
            try integrator.advance(model, from: Double(time), to: Double(time + steps))
            time += steps
        }
        try advance(warmUp)
        var parts = quantities.map { _ in [Double](repeating: 0, count: 20) }
        for number in 0..<20 {
            for _ in 0..<part {
                try advance(1)
                for (index, quantity) in quantities.enumerated() {
                    parts[index][number] += quantity(model) / Double(part)
                }
            }
        }
        return parts.map { parts in
            let mean = parts.reduce(0, +) / 20
            let variance = parts.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 19
            return (mean, (variance / 20).squareRoot())
        }
    }

    private func torus(_ side: Int, temperature: Double) throws -> IsingModel {
        try IsingModel(
            graph: .lattice(sides: [side, side], periodic: true), temperature: temperature,
            spins: [Spin](repeating: .up, count: side * side))
    }

    @Test("the exact energy of a torus of 4 x 4 is that of an enumeration")
    func kaufman() throws {
        let model = try torus(4, temperature: 2.3)
        var (sum, weighted) = (0.0, 0.0)
        for state in 0..<1 << 16 {
            // Bits that differ from their right or upper neighbours.
            let right = state ^ (state >> 1 & 0x7777 | state << 3 & 0x8888)
            let above = state ^ (state >> 4 | state << 12 & 0xF000)
            let energy = Double(2 * (right.nonzeroBitCount + above.nonzeroBitCount) - 32)
            let weight = exp(-energy / 2.3)
            sum += weight
            weighted += weight * energy
        }
        #expect(abs(FiniteIsing(width: 4, height: 4).energy(temperature: 2.3) - weighted / sum / 16) < 1e-8)
        #expect(model.totalEnergy == -32)
        // Onsager's energy −√2 of the infinite lattice is near.
        let large = FiniteIsing(width: 1024, height: 1024).energy(temperature: IsingModel.criticalTemperature)
        #expect(abs(large + 2.squareRoot()) < 1e-3)
    }

    /// Chance exceeds four standard errors of 20 parts with a probability of 0.0008, and the parts are longer than the
    /// memory of the system, which at the critical point is some 16^2.17 / 4 = 100 sweeps.
    @Test(
        "energies by sweeps of a checkerboard are Kaufman's", arguments: [SpinFlipRule.metropolis, .glauber],
        [2.0, 2.269185314213022, 2.8])
    func energy(_ rule: SpinFlipRule, _ temperature: Double) throws {
        let side = 16
        let integrator = SpinSweeps(rule, order: .checkerboard, streams: try RandomStreams(seed: 1))
        let found = try means(
            torus(side, temperature: temperature), integrator, warmUp: 500, part: 500,
            of: [{ $0.totalEnergy / Double(side * side) }])[0]
        let exact = FiniteIsing(width: side, height: side).energy(temperature: temperature)
        #expect(abs(found.mean - exact) < 4 * found.error)
        #expect(found.error < 0.01)
    }

    /// (1 − sinh(2 / T)⁻⁴)^(1/8), from which a torus of 64 x 64 differs by some exp(−64 / ξ) with a correlation length ξ
    /// of about 2.
    ///
    /// C. N. Yang, Physical Review 85 (1952) 808, DOI 10.1103/PhysRev.85.808.
    @Test("magnetisations are Yang's", arguments: [1.8, 2.0])
    func magnetisation(_ temperature: Double) throws {
        let model = try torus(64, temperature: temperature)
        let integrator = SpinSweeps(.metropolis, order: .checkerboard, streams: try RandomStreams(seed: 2))
        let found = try means(
            model, integrator, warmUp: 100, part: 50, of: [{ Double($0.totalMagnetisation) / 4096 }])[0]
        let exact = pow(1 - pow(sinh(2 / temperature), -4), 0.125)
        #expect(abs(found.mean - exact) < 4 * found.error)
        #expect(found.error < 0.002)
    }

    /// U = 1 − ⟨m⁴⟩ / 3⟨m²⟩² is 0.61069 at the critical point of large tori, whatever their size; below it grows with
    /// the size, above it shrinks. G. Kamieniarz and H. W. J. Blöte, Journal of Physics A 26 (1993) 201,
    /// DOI 10.1088/0305-4470/26/2/009.
    @Test("Binder's cumulants cross at the critical temperature")
    func binder() throws {
        func cumulant(_ side: Int, _ temperature: Double) throws -> Double {
            let model = try torus(side, temperature: temperature)
            let integrator = WolffClusters(clusters: 3, streams: try RandomStreams(seed: 3))
            let found = try means(
                model, integrator, warmUp: 50, part: 60,
                of: [2, 4].map { power in { pow(Double($0.totalMagnetisation) / Double(side * side), power) } })
            return 1 - found[1].mean / (3 * found[0].mean * found[0].mean)
        }
        let critical = IsingModel.criticalTemperature
        // The error of each is about 0.007, and the difference of exact values well above or below that.
        #expect(abs(try cumulant(6, critical) - 0.6107) < 0.025)
        #expect(abs(try cumulant(12, critical) - 0.6107) < 0.025)
        #expect(try cumulant(12, 2.0) > cumulant(6, 2.0))
        #expect(try cumulant(12, 2.7) < cumulant(6, 2.7) - 0.05)
    }
}
