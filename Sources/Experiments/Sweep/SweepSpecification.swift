import Descriptions

/// The keys that a sweep varies, and how, as the block `sweep:` of a scenario says it.
package struct SweepSpecification: Equatable, Sendable {
    /// A key that is varied.
    package struct Factor: Equatable, Sendable {
        /// The path of the key, such as `model.sir.infection`.
        package let path: String

        /// The values that it takes.
        package let values: Values

        package init(path: String, values: Values) {
            (self.path, self.values) = (path, values)
        }
    }

    /// A key and one of its values, as YAML on one line.
    package struct Setting: Equatable, Sendable {
        package let path: String
        package let value: String
    }

    /// The values that a key takes.
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

        /// True if they are whole numbers.
        package let areIntegers: Bool
    }

    /// Values of keys that are looked for.
    package struct Search: Equatable, Sendable {
        package enum Goal: Equatable, Sendable {
            /// The least value of a quantity.
            case minimum

            /// This value of it.
            case value(Double)
        }

        package let goal: Goal

        /// The column of a table that has the quantity, in its last row.
        package let quantity: String

        /// The table; `nil` for the only one that has such a column.
        package let table: String?

        /// The paths of the keys, which have ranges.
        package internal(set) var keys: [String]

        /// How exactly they are looked for, as parts of their ranges.
        package let tolerance: Double

        /// At how many points the quantity is computed at most.
        package let greatestCount: Int
    }

    /// Which values of different keys belong together.
    package let design: SweepKeys.Design

    /// The number of points of a design that samples; `nil` for others.
    package let points: Int?

    /// How many runs there are at each point.
    package let replicates: Int

    /// The seeds of points: their own, or the same, so that all points share their random numbers.
    package let seeds: SweepKeys.Seeds

    /// How results are kept.
    package let store: SweepKeys.Store

    /// The keys that are varied, in the order of the text, or of the columns of the file.
    package private(set) var factors: [Factor]

    /// The search for values; `nil` where values are only taken.
    package private(set) var search: Search?

    /// The statistics over replicates.
    package let statistics: [SweepKeys.Statistic]

    /// Which quantiles are among that.
    package let quantiles: [Double]

    /// The point with which each point is compared: the values of some keys there, as YAML on one line; those of the others are
    /// its own. `nil` for the first point.
    package let reference: [Setting]?

    /// The seed of the scenario, to which those of its runs belong; whoever reads that sets it.
    package var seed: UInt64 = 0

    /// The same without the keys whose values are looked for.
    package var withoutSearch: SweepSpecification {
        var sweep = self
        sweep.factors.removeAll { search?.keys.contains($0.path) ?? false }
        sweep.search = nil
        return sweep
    }

    /// True if points are compared with each other: runs that share random numbers, or where it is asked for.
    package var hasDifferences: Bool { seeds == .common && !factors.isEmpty || reference != nil }
}
