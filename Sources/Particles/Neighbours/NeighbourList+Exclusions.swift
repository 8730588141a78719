import CKernels

extension NeighbourList {
    /// Takes pairs that do not fully act on each other out of the rows of a chunk, with all images of the particles. What
    /// remains moves up, and rows are filled up anew.
    ///
    /// - Complexity: O(*e p*) for *e* entries of particles with *p* such partners.
    func remove(_ exclusions: Exclusions, fromChunk chunk: Int) {
        let memory = UnsafeMutableRawPointer(chunks[chunk].neighbours.start)
        if isNarrow {
            remove(exclusions, fromChunk: chunk, memory.assumingMemoryBound(to: UInt16.self))
        } else {
            remove(exclusions, fromChunk: chunk, memory.assumingMemoryBound(to: Int32.self))
        }
    }

    private func remove<Slot: FixedWidthInteger>(
        _ exclusions: Exclusions, fromChunk chunk: Int, _ neighbours: UnsafeMutablePointer<Slot>
    ) {
        let first = chunk * Self.chunkLength
        let (rowSlots, starts) = (rowSlots.start + first, starts.start + chunk * (Self.chunkLength + 1))
        let farPoint = Slot(slotCount)
        exclusions.withRows { rows in
            var (begin, kept) = (0, 0)
            for row in 0..<min(Self.chunkLength, rowCount - first) {
                let partners = rows.partners(of: particle(atSlot: Int(rowSlots[row])))
                let end = Int(starts[row + 1])
                for entry in begin..<end where neighbours[entry] != farPoint {
                    let neighbour = Int32(particle(atSlot: Int(neighbours[entry])))
                    guard !partners.contains(neighbour) else { continue }
                    neighbours[kept] = neighbours[entry]
                    kept += 1
                }
                while kept % Int(pk_block) != 0 {
                    neighbours[kept] = farPoint
                    kept += 1
                }
                starts[row + 1] = Int32(kept)
                begin = end
            }
        }
    }
}
