import SimulationEngine

extension RandomPurpose {
    /// The events of a jump process.
    package static let events = RandomPurpose(number: 101)

    /// Which nodes are chosen, such as those that are infected at the beginning.
    package static let choiceOfNodes = RandomPurpose(ofBeginning: 102)

    /// The leaps of a jump process.
    package static let leaps = RandomPurpose(number: 103)

    /// The initial states of a variable of nodes that have several: that of the first one is `initialState`.
    ///
    /// - Precondition: The variable is one of the first hundred, numbered from 0.
    public static func initialState(variable: Int) -> RandomPurpose {
        precondition((0..<100).contains(variable), "there is no variable \(variable)")
        return variable == 0 ? .initialState : RandomPurpose(ofBeginning: 200 + UInt32(variable))
    }

    /// A parameter of nodes that have parameters of their own, by its number.
    ///
    /// - Precondition: The number is one of the first thousand, from 0.
    public static func parameter(_ index: Int) -> RandomPurpose {
        precondition((0..<1000).contains(index), "there is no parameter \(index)")
        return RandomPurpose(ofBeginning: 300 + UInt32(index))
    }

    /// The updates of Monte Carlo sweeps.
    package static let sweeps = RandomPurpose(number: 110)

    /// Where what stands on vertices moves, when all of it moves at once.
    package static let moves = RandomPurpose(number: 113)

    /// The clusters that are flipped at once.
    package static let clusters = RandomPurpose(number: 111)

    /// The fields that act on single spins.
    package static let localFields = RandomPurpose(ofBeginning: 112)

    /// Which neighbour of a node has brought about a jump that several may have; what happens does not depend on it.
    package static let sources = RandomPurpose(number: 131)

    /// The numbers that events of equations set and send.
    static let eventNumbers = RandomPurpose(number: 140)

    /// The number of each edge along which they send something.
    static let edgeNumbers = RandomPurpose(ofBeginning: 141)
}
