import CKernels
import SimulationEngine

extension ReciprocalSum {
    /// Adds the sums of a block's charges to those of a chunk.
    func addSums(of block: Block, _ chunk: Chunk, to parts: UnsafeMutablePointer<SIMD4<Double>>) {
        switch kernel {
        case .reference: addReferenceSums(of: block, chunk, to: parts)
        case .compiled(let set):
            var columns = block.columns
            UnsafeMutableRawPointer(parts).withMemoryRebound(to: Double.self, capacity: 4 * entryCount) { parts in
                lines.withUnsafeBufferPointer { lines in
                    pk_wave_sums(set, lines.baseAddress, Int32(lines.count), &columns, parts)
                }
            }
        }
    }

    /// Adds the accelerations of a block's charges.
    func addAccelerations(
        of particles: ParticleColumns, _ block: Block, _ chunk: Chunk, into accelerations: CoordinateColumns
    ) {
        let groupCount = (block.count + 7) / 8
        let fields = chunk.fields.start
        switch kernel {
        case .reference: writeReferenceFields(of: block, groupCount: groupCount, to: fields)
        case .compiled(let set):
            var columns = block.columns
            let coefficients = UnsafeRawPointer(coefficients.start).assumingMemoryBound(to: Double.self)
            UnsafeMutableRawPointer(fields).withMemoryRebound(to: Double.self, capacity: 24 * groupCount) { fields in
                lines.withUnsafeBufferPointer { lines in
                    pk_wave_forces(
                        set, lines.baseAddress, Int32(lines.count), &columns, Int32(groupCount), waveNumbers.x,
                        waveNumbers.y, coefficients, fields)
                }
            }
        }
        for index in 0..<block.count {
            let particle = block.first + index
            guard particles.charge[particle] != 0 else { continue }
            let factor = 2 * particles.charge[particle] / particles.mass[particle]
            let (group, lane) = (fields + 3 * (index / 8), index % 8)
            accelerations.add(factor * SIMD3(group[0][lane], group[1][lane], group[2][lane]), at: particle)
        }
    }
}

// MARK: - The reference

extension ReciprocalSum {
    /// The definition of `pk_wave_sums`.
    private func addReferenceSums(of block: Block, _ chunk: Chunk, to parts: UnsafeMutablePointer<SIMD4<Double>>) {
        let tables = block.tables
        let products = chunk.products.start
        for line in lines {
            for group in 0..<Self.blockLength {
                let (a, b) = tables.product(Int(line.x), Int(line.y), group)
                products[2 * group] = a * tables.charges[group]
                products[2 * group + 1] = b * tables.charges[group]
            }
            for (entry, number) in line.entries {
                let z = tables.z + 2 * Self.blockLength * number
                var (ac, bd, ad, bc) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
                for group in 0..<Self.blockLength {
                    let (a, b) = (products[2 * group], products[2 * group + 1])
                    let (c, d) = (z[2 * group], z[2 * group + 1])
                    ac += a * c
                    bd += b * d
                    ad += a * d
                    bc += b * c
                }
                parts[entry] += SIMD4(ac.total, bd.total, ad.total, bc.total)
            }
        }
    }

    /// The definition of `pk_wave_forces`.
    private func writeReferenceFields(of block: Block, groupCount: Int, to fields: UnsafeMutablePointer<Lanes>) {
        let tables = block.tables
        let coefficients = coefficients.start
        for group in 0..<groupCount {
            var (fx, fy, fz) = (Lanes.zero, Lanes.zero, Lanes.zero)
            for line in lines {
                var (real, imaginary) = (Lanes.zero, Lanes.zero)
                var (realZ, imaginaryZ) = (Lanes.zero, Lanes.zero)
                for (entry, number) in line.entries {
                    let z = tables.z + 2 * (Self.blockLength * number + group)
                    let (c, d) = (z[0], z[1])
                    let (factors, factorsZ) = (coefficients[entry].lowHalf, coefficients[entry].highHalf)
                    real += factors.x * c - factors.y * d
                    imaginary += factors.z * d + factors.w * c
                    realZ += factorsZ.z * c - factorsZ.w * d
                    imaginaryZ += factorsZ.x * d + factorsZ.y * c
                }
                let (a, b) = tables.product(Int(line.x), Int(line.y), group)
                let part = a * imaginary + b * real
                fx += (Double(line.x) * waveNumbers.x) * part
                fy += (Double(line.y) * waveNumbers.y) * part
                fz += a * imaginaryZ + b * realZ
            }
            fields[3 * group] = fx
            fields[3 * group + 1] = fy
            fields[3 * group + 2] = fz
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
