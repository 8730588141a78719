import Essentials

extension RandomPurpose {
    /// The edges of a generated graph.
    package static let graph = RandomPurpose(ofBeginning: 100)

    /// Which nodes a measure of a graph is taken at.
    package static let measures = RandomPurpose(number: 120)
}
