import CKernels
import SimulationEngine

/// The part of Ewald's sum that is smooth, over waves *k* of a periodic box:
///
///     U = Σ G(k) |S(k)|²,  S(k) = Σ qⱼ exp(i k · rⱼ),  G(k) = 4 π C exp(−k² / 4 α²) / (V k²)
///     Fᵢ = 2 qᵢ Σ k G(k) Im[S*(k) exp(i k · rᵢ)]
///
/// where sums are over half of the wave vectors, since the other half are their opposites, and *C* is Coulomb's constant.
///
/// Wave vectors stand in lines along *z*. A pair of vectors with opposite *z* shares its products: with exp(i(kₓ x + k₍y₎ y)) =
/// a + i b and exp(i k₍z₎ z) = c + i d, the sums of ac, bd, ad and bc over all charges make both of them.
///
/// Charges are cut into chunks whose number depends on that of charges alone. Each chunk has sums of its own, which are added
/// up in their order: results are the same bytes for any number of threads.
///
/// - Complexity: O(*n w*) for *n* charges and *w* waves.
final class ReciprocalSum {
    /// Eight charges side by side.
    typealias Lanes = SIMD8<Double>

    /// The number of groups of eight charges that are worked on together.
    static let blockLength = Int(pk_wave_groups)
    static let greatestChunkCount = 32

    let lines: [pk_wave_line]
    let counts: SIMD3<Int>
    let waveNumbers: SIMD3<Double>
    let team: ThreadTeam
    let kernel: PairKernel
    let entryCount: Int

    /// For each entry G(k), and G(k) (1 − k² / 2 α²).
    private var influences = GrowingMemory<SIMD2<Double>>()

    /// For each entry and each chunk the sums of ac, bd, ad and bc.
    private var parts = GrowingMemory<SIMD4<Double>>()

    /// For each entry S(k) and S(k) with opposite *z*, each as two numbers.
    private var sums = GrowingMemory<SIMD4<Double>>()

    /// For each entry what the forces are made of: four numbers, and the same times k₍z₎.
    private(set) var coefficients = GrowingMemory<SIMD8<Double>>()

    /// Where the particles were whose sums these are.
    private var positions = GrowingMemory<Double>()
    private var positionCount = -1

    let chunks: [Chunk]

    /// The working memory of a thread.
    final class Chunk {
        /// The powers of exp(2 π i x / L) of a block of charges, and so in *y* and *z*, real parts before imaginary ones.
        var tables = GrowingMemory<Lanes>()

        /// Charges times exp(i(kₓ x + k₍y₎ y)).
        var products = GrowingMemory<Lanes>()

        /// The fields on the charges of each group, *x* before *y* before *z*.
        var fields = GrowingMemory<Lanes>()
    }

    /// Finds the wave vectors.
    init(constant: Double, parameters: EwaldParameters, box: Box, team: ThreadTeam, kernel: PairKernel) {
        self.team = team
        self.kernel = kernel
        let cutoff = parameters.waveCutoff
        let numbers = 2 * Double.pi / box.periods
        waveNumbers = numbers
        let limits = (cutoff / numbers).rounded(.down)
        counts = SIMD3(Int(limits.x), Int(limits.y), Int(limits.z))
        var lines: [pk_wave_line] = []
        var entryCount = 0
        for x in 0...counts.x {
            for y in (x == 0 ? 0 : -counts.y)...counts.y {
                let (kx, ky) = (Double(x) * numbers.x, Double(y) * numbers.y)
                let rest = cutoff * cutoff - kx * kx - ky * ky
                guard rest >= 0 else { continue }
                let firstZ = x == 0 && y == 0 ? 1 : 0
                let count = Int((rest.squareRoot() / numbers.z).rounded(.down)) + 1 - firstZ
                guard count > 0 else { continue }
                lines.append(
                    pk_wave_line(
                        x: Int32(x), y: Int32(y), first_z: Int32(firstZ), count: Int32(count), start: Int32(entryCount))
                )
                entryCount += count
            }
        }
        self.lines = lines
        self.entryCount = entryCount
        chunks = (0..<Self.greatestChunkCount).map { _ in Chunk() }
        setInfluences(constant: constant, damping: parameters.damping, volume: box.periods)
    }

    private func setInfluences(constant: Double, damping: Double, volume periods: SIMD3<Double>) {
        influences.reserve(entryCount)
        sums.reserve(entryCount)
        coefficients.reserve(entryCount)
        let scale = 4 * Double.pi * constant / (periods.x * periods.y * periods.z)
        for line in lines {
            for (entry, z) in line.entries {
                let k = waveNumbers * SIMD3(Double(line.x), Double(line.y), Double(z))
                let square = (k * k).sum()
                let exponent = square / (4 * damping * damping)
                let influence = scale * PortableFunctions.exponential(-exponent) / square
                influences.start[entry] = SIMD2(influence, influence * (1 - 2 * exponent))
            }
        }
    }

    /// The bytes that a sum takes, with opposite waves counted once, and the greatest numbers of waves in *x*, *y* and *z*.
    static func byteCount(waves: Double, limits: SIMD3<Double>, particleCount: Int) -> Double {
        let chunkCount = Double(Blocks(particleCount).chunkCount)
        // Influence, sum, coefficients, and a part for each chunk; two waves each.
        let entry = Double(
            MemoryLayout<SIMD2<Double>>.stride + MemoryLayout<SIMD4<Double>>.stride + MemoryLayout<SIMD8<Double>>.stride
        )
        let part = Double(MemoryLayout<SIMD4<Double>>.stride)
        let power = Double(2 * blockLength * MemoryLayout<Lanes>.stride)
        return waves / 2 * (entry + chunkCount * part) + chunkCount * power * limits.sum()
    }

    /// The number of wave vectors, opposite ones counted once.
    var waveCount: Int {
        lines.reduce(0) { sum, line in
            sum + line.entries.reduce(0) { $0 + (line.isPaired($1.z) ? 2 : 1) }
        }
    }
}

// MARK: - Sums over waves

extension ReciprocalSum {
    func energyAndVirial(of particles: ParticleColumns) -> PairSums {
        follow(particles)
        var total = SIMD2<Double>.zero
        for entry in 0..<entryCount {
            let squares = sums.start[entry] * sums.start[entry]
            total += squares.sum() * influences.start[entry]
        }
        return PairSums(energy: total.x, virial: total.y)
    }

    /// Adds the accelerations. Positions must be finite.
    func addAccelerations(of particles: ParticleColumns, into accelerations: CoordinateColumns) {
        follow(particles)
        for line in lines {
            for (entry, z) in line.entries {
                let weighted = influences.start[entry].x * sums.start[entry]
                // With P and M for G S* of k and of k with opposite z, the real and imaginary parts of P + M and P − M.
                let factors = SIMD4(
                    weighted.x + weighted.z, -weighted.y + weighted.w, weighted.x - weighted.z, -weighted.y - weighted.w
                )
                coefficients.start[entry] = SIMD8(
                    lowHalf: factors, highHalf: Double(z) * waveNumbers.z * factors)
            }
        }
        forEachBlock(of: particles) { chunk, _, block in
            addAccelerations(of: particles, block, chunk, into: accelerations)
        }
    }

    /// Computes S(k) of the particles where they are, unless that is what was computed last.
    private func follow(_ particles: ParticleColumns) {
        let count = particles.count
        let columns = [particles.x, particles.y, particles.z]
        if positionCount == count,
            (0..<3).allSatisfy({ axis in
                let known = positions.start + axis * count
                return (0..<count).allSatisfy { known[$0] == columns[axis][$0] }
            })
        {
            return
        }
        positions.reserve(3 * count)
        for axis in 0..<3 { (positions.start + axis * count).update(from: columns[axis], count: count) }
        positionCount = count
        let chunkCount = Blocks(count).chunkCount
        parts.reserve(chunkCount * entryCount)
        let (parts, entryCount) = (parts.start, entryCount)
        parts.update(repeating: .zero, count: chunkCount * entryCount)
        forEachBlock(of: particles) { chunk, number, block in
            addSums(of: block, chunk, to: parts + number * entryCount)
        }
        let sums = sums.start
        for line in lines {
            for (entry, z) in line.entries {
                var total = SIMD4<Double>.zero
                for chunk in 0..<chunkCount { total += parts[chunk * entryCount + entry] }
                let isPaired = line.isPaired(z)
                sums[entry] = SIMD4(
                    total.x - total.y, total.z + total.w, isPaired ? total.x + total.y : 0,
                    isPaired ? total.w - total.z : 0)
            }
        }
    }
}

extension pk_wave_line {
    /// The number of each entry, and its z.
    var entries: some Sequence<(number: Int, z: Int)> {
        (0..<count).lazy.map { offset -> (number: Int, z: Int) in (Int(start + offset), Int(first_z + offset)) }
    }

    /// Tests if an entry stands for the wave with opposite *z*, too.
    func isPaired(_ z: Int) -> Bool { z > 0 && (x != 0 || y != 0) }
}
