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
final class WaveSum {
    /// Wave vectors with the same *x* and *y*, and with *z* from a first one on; those with opposite *z* belong to them.
    private struct Line {
        let x: Int
        let y: Int
        let firstZ: Int
        let count: Int

        /// The number of its first entry.
        let start: Int

        func isPaired(_ z: Int) -> Bool { z > 0 && (x != 0 || y != 0) }
    }

    /// Eight charges side by side.
    private typealias Lanes = SIMD8<Double>

    /// The number of groups of eight charges that are worked on together.
    private static let blockLength = 8
    private static let greatestChunkCount = 32

    private let lines: [Line]
    private let entryCount: Int
    private let counts: SIMD3<Int>
    private let waveNumbers: SIMD3<Double>
    private let team: ThreadTeam

    /// For each entry G(k), and G(k) (1 − k² / 2 α²).
    private var influences = GrowingMemory<SIMD2<Double>>()

    /// For each entry and each chunk the sums of ac, bd, ad and bc.
    private var parts = GrowingMemory<SIMD4<Double>>()

    /// For each entry S(k) and S(k) with opposite *z*, each as two numbers.
    private var sums = GrowingMemory<SIMD4<Double>>()

    /// For each entry what the forces are made of.
    private var coefficients = GrowingMemory<SIMD4<Double>>()

    /// Where the particles were whose sums these are.
    private var positions = GrowingMemory<Double>()
    private var positionCount = -1

    private let chunks: [Chunk]

    /// The powers of exp(2 π i x / L) of a block of charges, and so in *y* and *z*, real parts before imaginary ones.
    private final class Chunk {
        var tables = GrowingMemory<SIMD8<Double>>()
        var line = GrowingMemory<SIMD8<Double>>()
    }

    /// Finds the wave vectors.
    init(constant: Double, parameters: EwaldParameters, box: Box, team: ThreadTeam) {
        self.team = team
        let cutoff = parameters.waveCutoff
        let numbers = 2 * Double.pi / box.periods
        waveNumbers = numbers
        let limits = (cutoff / numbers).rounded(.down)
        counts = SIMD3(Int(limits.x), Int(limits.y), Int(limits.z))
        var lines: [Line] = []
        var entryCount = 0
        for x in 0...counts.x {
            for y in (x == 0 ? 0 : -counts.y)...counts.y {
                let (kx, ky) = (Double(x) * numbers.x, Double(y) * numbers.y)
                let rest = cutoff * cutoff - kx * kx - ky * ky
                guard rest >= 0 else { continue }
                let firstZ = x == 0 && y == 0 ? 1 : 0
                let count = Int((rest.squareRoot() / numbers.z).rounded(.down)) + 1 - firstZ
                guard count > 0 else { continue }
                lines.append(Line(x: x, y: y, firstZ: firstZ, count: count, start: entryCount))
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
            for index in 0..<line.count {
                let k = waveNumbers * SIMD3(Double(line.x), Double(line.y), Double(line.firstZ + index))
                let square = (k * k).sum()
                let exponent = square / (4 * damping * damping)
                let influence = scale * PortableFunctions.exponential(-exponent) / square
                influences.start[line.start + index] = SIMD2(influence, influence * (1 - 2 * exponent))
            }
        }
    }

    /// The number of wave vectors, opposite ones counted once.
    var waveCount: Int {
        lines.reduce(0) { sum, line in
            sum + (0..<line.count).reduce(0) { $0 + (line.isPaired(line.firstZ + $1) ? 2 : 1) }
        }
    }
}

// MARK: - Sums over waves

extension WaveSum {
    /// The energy and the virial.
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
            for entry in line.start..<line.start + line.count {
                let weighted = influences.start[entry].x * sums.start[entry]
                // With P and M for G S* of k and of k with opposite z, the real and imaginary parts of P + M and P − M.
                coefficients.start[entry] = SIMD4(
                    weighted.x + weighted.z, -weighted.y + weighted.w, weighted.x - weighted.z, -weighted.y - weighted.w
                )
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
            for index in 0..<line.count {
                let entry = line.start + index
                var total = SIMD4<Double>.zero
                for chunk in 0..<chunkCount { total += parts[chunk * entryCount + entry] }
                let isPaired = line.isPaired(line.firstZ + index)
                sums[entry] = SIMD4(
                    total.x - total.y, total.z + total.w, isPaired ? total.x + total.y : 0,
                    isPaired ? total.w - total.z : 0)
            }
        }
    }

    /// For each wave of a block's charges.
    private func addSums(of block: Block, _ chunk: Chunk, to parts: UnsafeMutablePointer<SIMD4<Double>>) {
        let tables = Tables(chunk.tables.start, counts)
        let products = chunk.line.start
        for line in lines {
            for group in 0..<Self.blockLength {
                let (a, b) = tables.product(line.x, line.y, group)
                products[2 * group] = a * block.charges[group]
                products[2 * group + 1] = b * block.charges[group]
            }
            for index in 0..<line.count {
                let z = tables.z + 2 * Self.blockLength * (line.firstZ + index)
                var (ac, bd, ad, bc) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
                for group in 0..<Self.blockLength {
                    let (a, b) = (products[2 * group], products[2 * group + 1])
                    let (c, d) = (z[2 * group], z[2 * group + 1])
                    ac += a * c
                    bd += b * d
                    ad += a * d
                    bc += b * c
                }
                parts[line.start + index] += SIMD4(ac.total, bd.total, ad.total, bc.total)
            }
        }
    }

    private func addAccelerations(
        of particles: ParticleColumns, _ block: Block, _ chunk: Chunk, into accelerations: CoordinateColumns
    ) {
        let tables = Tables(chunk.tables.start, counts)
        let coefficients = coefficients.start
        for group in 0..<Self.blockLength where 8 * group < block.count {
            var (fx, fy, fz) = (Lanes.zero, Lanes.zero, Lanes.zero)
            for line in lines {
                var (real, imaginary) = (Lanes.zero, Lanes.zero)
                var (realZ, imaginaryZ) = (Lanes.zero, Lanes.zero)
                for index in 0..<line.count {
                    let number = line.firstZ + index
                    let z = tables.z + 2 * (Self.blockLength * number + group)
                    let (c, d) = (z[0], z[1])
                    let k = Double(number) * waveNumbers.z
                    let factors = coefficients[line.start + index]
                    real += factors.x * c - factors.y * d
                    imaginary += factors.z * d + factors.w * c
                    let factorsZ = k * factors
                    realZ += factorsZ.z * c - factorsZ.w * d
                    imaginaryZ += factorsZ.x * d + factorsZ.y * c
                }
                let (a, b) = tables.product(line.x, line.y, group)
                let part = a * imaginary + b * real
                fx += (Double(line.x) * waveNumbers.x) * part
                fy += (Double(line.y) * waveNumbers.y) * part
                fz += a * imaginaryZ + b * realZ
            }
            for lane in 0..<min(8, block.count - 8 * group) {
                let particle = block.first + 8 * group + lane
                guard particles.charge[particle] != 0 else { continue }
                let factor = 2 * particles.charge[particle] / particles.mass[particle]
                accelerations.add(factor * SIMD3(fx[lane], fy[lane], fz[lane]), at: particle)
            }
        }
    }
}

// MARK: - Blocks of charges

extension WaveSum {
    /// How charges are cut into blocks, and these into chunks.
    private struct Blocks {
        let count: Int
        let chunkCount: Int

        init(_ particleCount: Int) {
            count = (particleCount + 8 * blockLength - 1) / (8 * blockLength)
            chunkCount = min(count, greatestChunkCount)
        }

        func blocks(ofChunk chunk: Int) -> Range<Int> {
            count * chunk / chunkCount..<count * (chunk + 1) / chunkCount
        }
    }

    /// Charges that are worked on together.
    private struct Block {
        let first: Int
        let count: Int

        /// Groups of eight, filled up with zeros.
        let charges: UnsafePointer<Lanes>
    }

    /// The powers of a block's charges. Those of a group of charges are two: real and imaginary part.
    private struct Tables {
        let charges: UnsafeMutablePointer<Lanes>
        let x: UnsafeMutablePointer<Lanes>
        let y: UnsafeMutablePointer<Lanes>
        let z: UnsafeMutablePointer<Lanes>

        init(_ start: UnsafeMutablePointer<Lanes>, _ counts: SIMD3<Int>) {
            charges = start
            x = charges + blockLength
            y = x + 2 * blockLength * (counts.x + 1)
            z = y + 2 * blockLength * (counts.y + 1)
        }

        /// The number of lanes of all.
        static func length(_ counts: SIMD3<Int>) -> Int {
            blockLength * (1 + 2 * (counts.x + counts.y + counts.z + 3))
        }

        /// exp(i (kₓ x + k₍y₎ y)) of a group.
        @inline(__always)
        func product(_ numberX: Int, _ numberY: Int, _ group: Int) -> (real: Lanes, imaginary: Lanes) {
            let a = x + 2 * (blockLength * numberX + group)
            let b = y + 2 * (blockLength * abs(numberY) + group)
            let imaginary = numberY < 0 ? -b[1] : b[1]
            return (a[0] * b[0] - a[1] * imaginary, a[0] * imaginary + a[1] * b[0])
        }
    }

    /// Hands each block to a closure with the memory of its chunk, in which the block's tables are, and the chunk's number.
    private func forEachBlock(of particles: ParticleColumns, _ body: (Chunk, Int, Block) -> Void) {
        let blocks = Blocks(particles.count)
        team.forEachPiece(of: blocks.chunkCount) { number in
            let chunk = chunks[number]
            chunk.tables.reserve(Tables.length(counts))
            chunk.line.reserve(2 * Self.blockLength)
            for block in blocks.blocks(ofChunk: number) {
                let first = 8 * Self.blockLength * block
                let count = min(8 * Self.blockLength, particles.count - first)
                let tables = Tables(chunk.tables.start, counts)
                fill(tables, with: particles, first..<first + count)
                body(chunk, number, Block(first: first, count: count, charges: tables.charges))
            }
        }
    }

    private func fill(_ tables: Tables, with particles: ParticleColumns, _ range: Range<Int>) {
        let (lower, periods) = (particles.box.lowerBounds, particles.box.periods)
        for group in 0..<Self.blockLength {
            var charges = Lanes.zero
            var (x, y, z) = (Lanes.zero, Lanes.zero, Lanes.zero)
            for lane in 0..<8 {
                let particle = range.lowerBound + 8 * group + lane
                guard particle < range.upperBound else { break }
                charges[lane] = particles.charge[particle]
                let scaled = (particles.position(particle) - lower) / periods
                (x[lane], y[lane], z[lane]) = (scaled.x, scaled.y, scaled.z)
            }
            tables.charges[group] = charges
            Self.fillPowers(tables.x + 2 * group, ofTurns: x - x.rounded(.down), upTo: counts.x)
            Self.fillPowers(tables.y + 2 * group, ofTurns: y - y.rounded(.down), upTo: counts.y)
            Self.fillPowers(tables.z + 2 * group, ofTurns: z - z.rounded(.down), upTo: counts.z)
        }
    }

    private static func fillPowers(_ powers: UnsafeMutablePointer<Lanes>, ofTurns turns: Lanes, upTo greatest: Int) {
        var (cosine, sine) = (Lanes.zero, Lanes.zero)
        for lane in 0..<8 {
            let first = PortableFunctions.sineAndCosine(ofTurns: turns[lane])
            (cosine[lane], sine[lane]) = (first.cosine, first.sine)
        }
        var (real, imaginary) = (Lanes(repeating: 1), Lanes.zero)
        for number in 0...greatest {
            powers[2 * blockLength * number] = real
            powers[2 * blockLength * number + 1] = imaginary
            (real, imaginary) = (real * cosine - imaginary * sine, real * sine + imaginary * cosine)
        }
    }
}

extension SIMD8<Double> {
    /// The sum in an order that does not depend on the processor.
    fileprivate var total: Double {
        let half = lowHalf + highHalf
        let quarter = half.lowHalf + half.highHalf
        return quarter.x + quarter.y
    }
}
