import CKernels
import SimulationEngine

extension ReciprocalSum {
    /// How charges are cut into blocks, and these into chunks.
    struct Blocks {
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
    struct Block {
        let first: Int
        let count: Int

        let tables: Tables

        /// The block as the compiled kernels read it.
        var columns: pk_wave_block {
            func numbers(_ lanes: UnsafeMutablePointer<Lanes>) -> UnsafePointer<Double> {
                UnsafeRawPointer(lanes).assumingMemoryBound(to: Double.self)
            }
            return pk_wave_block(
                charges: numbers(tables.charges), x: numbers(tables.x), y: numbers(tables.y), z: numbers(tables.z))
        }
    }

    /// The charges of a block, in groups of eight that are filled up with zeros, and their powers. Those of a group of charges
    /// are two: real and imaginary part.
    struct Tables {
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
    func forEachBlock(of particles: ParticleColumns, _ body: (Chunk, Int, Block) -> Void) {
        let blocks = Blocks(particles.count)
        team.forEachPiece(of: blocks.chunkCount) { number in
            let chunk = chunks[number]
            chunk.tables.reserve(Tables.length(counts))
            chunk.products.reserve(2 * Self.blockLength)
            chunk.fields.reserve(3 * Self.blockLength)
            for block in blocks.blocks(ofChunk: number) {
                let first = 8 * Self.blockLength * block
                let count = min(8 * Self.blockLength, particles.count - first)
                let tables = Tables(chunk.tables.start, counts)
                fill(tables, with: particles, first..<first + count)
                body(chunk, number, Block(first: first, count: count, tables: tables))
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
