import SimulationEngine

extension CompartmentModel {
    /// Compartments in which random vertices are at the beginning; all others are in the first one.
    ///
    /// Each set of so many vertices is chosen with the same probability.
    ///
    /// - Parameters:
    ///   - chosen: How many vertices are in which compartment, each of which stands here once.
    ///   - vertexCount: The number of all vertices.
    ///   - streams: The random numbers.
    /// - Returns: A compartment for each vertex.
    /// - Throws: ``NetworkModelError`` if more vertices are to be chosen than there are.
    /// - Complexity: O(n) for n vertices and a given number of compartments.
    public static func initialStates(
        _ chosen: [(state: State, count: Int)], vertexCount: Int, from streams: RandomStreams
    ) throws(NetworkModelError) -> [State] where State: Compartment {
        try initialStates(chosen, others: State.knownCompartments.first, vertexCount: vertexCount, from: streams)
    }

    /// Compartments in which random vertices are at the beginning.
    ///
    /// - Parameters:
    ///   - chosen: How many vertices are in which compartment, each of which stands here once.
    ///   - others: The compartment of all others.
    ///   - vertexCount: The number of all vertices.
    ///   - streams: The random numbers.
    /// - Returns: A compartment for each vertex.
    /// - Throws: ``NetworkModelError`` if more vertices are to be chosen than there are, or fewer than none.
    /// - Complexity: O(n) for n vertices and a given number of compartments.
    public static func initialStates(
        _ chosen: [(state: State, count: Int)], others: State?, vertexCount: Int, from streams: RandomStreams
    ) throws(NetworkModelError) -> [State] {
        for number in [vertexCount] + chosen.map(\.count) where !(0...Int(Int32.max)).contains(number) {
            throw .invalidCount(number)
        }
        let total = chosen.reduce(0) { $0 + min($1.count, vertexCount + 1) }
        guard total <= vertexCount else { throw .tooManyChosen(total, vertexCount: vertexCount) }
        guard let first = others else { return [] }
        var states = [State](repeating: first, count: vertexCount)
        var random = streams.words(for: .choiceOfNodes)
        var free = Array(0..<vertexCount)
        for (state, count) in chosen {
            var isTaken = [Bool](repeating: false, count: free.count)
            random.forEachSample(count, below: free.count) { index in
                states[free[index]] = state
                isTaken[index] = true
            }
            free = zip(free, isTaken).filter { !$1 }.map(\.0)
        }
        return states
    }
}
