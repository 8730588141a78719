import GSL
import Essentials

extension EdgeColumns {
    /// Tests if all edges are between vertices below a bound, and none is a loop unless these are allowed.
    func areAllBetween(_ vertexCount: Int, allowingLoops: Bool, team: ThreadTeam) -> Bool {
        let bound = UInt32(truncatingIfNeeded: vertexCount)
        return areRight(team: team) { range in
            sources.withUnsafeBufferPointer { sources in
                targets.withUnsafeBufferPointer { targets in
                    // Without a branch, so that the compiler makes it of vectors.
                    var mistakes: UInt32 = 0
                    for index in range {
                        let (source, target) = (sources[index], targets[index])
                        mistakes |= UInt32(bitPattern: source) >= bound ? 1 : 0
                        mistakes |= UInt32(bitPattern: target) >= bound ? 1 : 0
                        mistakes |= source == target ? 2 : 0
                    }
                    return mistakes & (allowingLoops ? 1 : 3) == 0
                }
            }
        }
    }

    /// The first weight that is infinite or not a number.
    func firstNonfiniteWeight(team: ThreadTeam) -> Int? {
        guard let weights else { return nil }
        let areAllFinite = areRight(team: team) { range in
            weights.withUnsafeBufferPointer { weights in
                weights.baseAddress.map { GSL.areAllFinite($0 + range.lowerBound, count: range.count) } ?? true
            }
        }
        return areAllFinite ? nil : weights.firstIndex { !$0.isFinite }
    }

    /// Tests if a condition is true for all ranges into which the edges are cut.
    private func areRight(team: ThreadTeam, _ condition: (Range<Int>) -> Bool) -> Bool {
        let length = 1 << 16
        let pieceCount = (count + length - 1) / length
        let results = ScratchMemory(count: pieceCount, repeating: true)
        team.forEachPiece(of: pieceCount) { piece in
            results.pointer[piece] = condition(piece * length..<Swift.min(count, (piece + 1) * length))
        }
        return (0..<pieceCount).allSatisfy { results.pointer[$0] }
    }
}
