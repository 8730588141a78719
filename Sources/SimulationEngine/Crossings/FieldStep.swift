/// A field of nodes over the last step of a method that knows the slopes at both ends, where it is a column of the state.
struct FieldStep {
    /// The length of the step.
    private let length: Double

    /// Where the values of node 0 stand.
    private let start: UnsafePointer<Double>
    private let end: UnsafePointer<Double>
    private let slopes: StepSlopes

    /// The same before the step that came before, and the part of the step at which that is, less than 0.
    private let earlier: (values: UnsafePointer<Double>, place: Double)?

    /// - Parameters:
    ///   - step: The step.
    ///   - first: Where the column of the field begins in the state.
    init(_ step: KnownStep, first: Int) {
        length = step.end.time - step.start.time
        start = step.start.state + first
        end = step.end.state + first
        slopes = (step.slopes.start + first, step.slopes.end + first)
        earlier = step.earlier.map { [length] in ($0.state + first, ($0.time - step.start.time) / length) }
    }

    /// How the distance of a node from a level goes on in the step.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - level: The level.
    ///   - start: The distance at the beginning of the step, as it is shown.
    ///   - end: That at the end.
    /// - Returns: The course; `nil` if something else is shown than the numbers that the method moves.
    func course(of node: Int, from level: Double, start: Double, end: Double) -> StepCourse? {
        guard self.start[node] - level == start, self.end[node] - level == end else { return nil }
        return StepCourse(
            from: start, to: end, slopes: (length * slopes.start[node], length * slopes.end[node]),
            earlier: earlier.map { ($0.values[node] - level, $0.place) })
    }
}
