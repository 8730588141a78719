import SimulationEngine

/// Which variables of vertices rest after events, so that they have no rate of change.
///
/// Memory: a bit for each vertex and variable.
final class RestingVariables {
    /// Of each variable a bit for each vertex at which it rests, one variable after the other; those behind the last vertex are 0.
    @exclusivity(unchecked)
    private var words = ScratchMemory<UInt64>(capacity: 0)

    /// How many words each variable has.
    @exclusivity(unchecked)
    private var wordCount = 0

    /// At how many vertices each variable rests.
    private let counts: ScratchMemory<Int>

    /// A bit for each variable that rests anywhere: there are 64 variables at most, the lanes of the largest state.
    @exclusivity(unchecked)
    private var resting: UInt64 = 0

    @exclusivity(unchecked)
    private var vertexCount = 0

    /// Nothing rests, and there are no vertices yet.
    init(variableCount: Int) { counts = ScratchMemory(count: variableCount, repeating: 0) }

    /// Tests if a variable of a vertex rests.
    func contains(_ variable: Int, of vertex: Int) -> Bool {
        resting & 1 << UInt64(variable) != 0 && words(of: variable)[vertex / 64] & 1 << UInt64(vertex % 64) != 0
    }

    /// Tests if any variable of a vertex rests.
    func areAny(of vertex: Int) -> Bool { SetBits(resting).contains { contains($0, of: vertex) } }

    /// Of a variable a bit for each vertex at which it rests; `nil` if it rests nowhere.
    func bits(of variable: Int) -> UnsafePointer<UInt64>? {
        resting & 1 << UInt64(variable) != 0 ? UnsafePointer(words(of: variable)) : nil
    }

    private func words(of variable: Int) -> UnsafeMutablePointer<UInt64> { words.pointer + variable * wordCount }

    /// Lets variables of a vertex rest, a bit for each, and no others.
    func set(_ mask: UInt64, of vertex: Int) {
        for variable in SetBits(mask | resting) {
            let place: UInt64 = 1 << UInt64(variable)
            guard contains(variable, of: vertex) != (mask & place != 0) else { continue }
            words(of: variable)[vertex / 64] ^= 1 << UInt64(vertex % 64)
            counts.pointer[variable] += mask & place != 0 ? 1 : -1
            resting = counts.pointer[variable] > 0 ? resting | place : resting & ~place
        }
    }

    /// Makes room for vertices, of which none rests that comes.
    func setVertexCount(to count: Int) {
        for vertex in stride(from: count, to: vertexCount, by: 1) { set(0, of: vertex) }
        vertexCount = count
        let newCount = (count + 63) / 64
        guard newCount > wordCount else { return }
        let variableCount = counts.capacity
        let grown = ScratchMemory<UInt64>(count: variableCount * newCount, repeating: 0)
        for variable in 0..<variableCount {
            (grown.pointer + variable * newCount).update(from: words(of: variable), count: wordCount)
        }
        (words, wordCount) = (grown, newCount)
    }

    /// Has what rests of a run of vertices not move.
    ///
    /// - Parameters:
    ///   - run: The vertices.
    ///   - rates: Rates of change, or numbers that have moved by them.
    ///   - state: Where the numbers have been before, if they have moved.
    ///   - rowCount: How many vertices there are.
    /// - Complexity: O(k) for k vertices that rest, and a 64th of the run.
    func stop(
        _ run: Range<Int>, _ rates: UnsafeMutablePointer<Double>, at state: UnsafePointer<Double>?, rowCount: Int
    ) {
        guard let last = run.last else { return }
        for variable in SetBits(resting) {
            let (words, column) = (words(of: variable), variable * rowCount)
            for word in run.lowerBound / 64...last / 64 {
                for bit in SetBits(words[word]) where run.contains(64 * word + bit) {
                    let place = column + 64 * word + bit
                    // What a rate of 0 gives: a sum is never -0.
                    rates[place] = (state?[place] ?? 0) + 0
                }
            }
        }
    }
}
