import Descriptions

/// What a sweep varies, and how, as the block `sweep:` of a scenario says it.
package struct SweepSpecification: Equatable, Sendable {
    /// A key that is varied.
    package struct Factor: Equatable, Sendable {
        /// The path of the key, such as `model.sir.infection`.
        package let path: String

        /// What it becomes.
        package let values: Values

        package init(path: String, values: Values) {
            (self.path, self.values) = (path, values)
        }
    }

    /// What a key becomes.
    package enum Values: Equatable, Sendable {
        /// Each of these, as YAML on one line.
        case listed([String])

        /// Numbers between two bounds.
        case range(Range)

        /// Numbers of a distribution.
        case drawn(NodeNumbers.Law)
    }

    /// Numbers between two bounds.
    package struct Range: Equatable, Sendable {
        package let from: Double
        package let to: Double

        /// How many there are, with both bounds, where it is not the design that says so.
        package let count: Int?
        package let scale: SweepKeys.Scale

        /// Whether they are whole numbers.
        package let areIntegers: Bool
    }

    /// Which values of different keys belong together.
    package let design: SweepKeys.Design

    /// The number of points of a design that samples; `nil` for others.
    package let points: Int?

    /// How many runs there are at each point.
    package let replicates: Int

    /// Whether all points share their random numbers.
    package let seeds: SweepKeys.Seeds

    /// How results are kept.
    package let store: SweepKeys.Store

    /// The keys that are varied, in the order of the text, or of the columns of the file.
    package let factors: [Factor]

    /// What is summarised over replicates.
    package let statistics: [SweepKeys.Statistic]

    /// Which quantiles are among that.
    package let quantiles: [Double]

    /// The seed of the scenario, to which those of its runs belong.
    package internal(set) var seed: UInt64 = 0
}
