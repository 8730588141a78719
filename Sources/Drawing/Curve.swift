/// A number over time, all of its values or some at equal distances.
package struct Curve {
    /// The name of the number.
    package let name: String

    /// The times and values.
    package let points: [(time: Double, value: Double)]

    /// Creates a curve.
    package init(name: String, points: [(time: Double, value: Double)]) {
        (self.name, self.points) = (name, points)
    }
}
