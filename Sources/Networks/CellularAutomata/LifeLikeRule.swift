/// An outer-totalistic rule of cellular automata with two states: a cell is born or survives by the number of its living
/// neighbours alone.
///
/// It is written as in the collections of such rules, `B3/S23` for Conway's Life: the numbers with which dead cells are born,
/// and those with which living cells survive.
///
/// M. Gardner, *Mathematical games*, Scientific American 223, October 1970, 120, DOI 10.1038/scientificamerican1070-120.
public struct LifeLikeRule: Equatable, Sendable {
    /// The numbers of living neighbours with which a cell is born.
    public let births: Set<Int>

    /// The numbers of living neighbours with which a cell survives.
    public let survivals: Set<Int>

    /// Creates a rule.
    public init(births: Set<Int>, survivals: Set<Int>) {
        self.births = births
        self.survivals = survivals
    }

    /// Reads a rule that is written as `B3/S23`, with digits from 0 to 9.
    ///
    /// - Throws: ``MonteCarloError/invalidRule(_:)``.
    public init(_ text: String) throws(MonteCarloError) {
        let parts = text.uppercased().split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].first == "B", parts[1].first == "S" else { throw .invalidRule(text) }
        births = try Self.numbers(parts[0].dropFirst(), of: text)
        survivals = try Self.numbers(parts[1].dropFirst(), of: text)
    }

    private static func numbers(_ digits: Substring, of text: String) throws(MonteCarloError) -> Set<Int> {
        var numbers: Set<Int> = []
        for digit in digits {
            guard digit.isASCII, let number = digit.wholeNumberValue else { throw .invalidRule(text) }
            numbers.insert(number)
        }
        return numbers
    }

    /// Conway's Life, `B3/S23`.
    public static let life = LifeLikeRule(births: [3], survivals: [2, 3])
}
