import SimulationEngine

/// The parameters of equations, of which some have a number for each vertex.
final class ParameterColumns {
    /// Of each parameter one number, or one for each vertex.
    @exclusivity(unchecked)
    private(set) var values: [[Double]]

    /// Copies of those that have one for each vertex, at a fixed place; `nil` for the others.
    @exclusivity(unchecked)
    private var columns: [ScratchMemory<Double>?]

    /// The parameter that is drawn for each vertex, however few there are.
    private let drawn: Int?

    init(_ values: [[Double]], drawn: Int? = nil) {
        (self.values, self.drawn) = ([], drawn)
        columns = [ScratchMemory<Double>?](repeating: nil, count: values.count)
        self.values = values
        for (parameter, numbers) in values.enumerated() { set(parameter, to: numbers) }
    }

    /// Where the numbers of a parameter lie that has one for each vertex.
    func column(_ parameter: Int) -> UnsafePointer<Double>? { columns[parameter].map { UnsafePointer($0.pointer) } }

    /// Gives a parameter other numbers.
    func set(_ parameter: Int, to numbers: [Double]) {
        values[parameter] = numbers
        let isColumn = numbers.count > 1 || parameter == drawn
        columns[parameter] = isColumn ? ScratchMemory(copying: ContiguousArray(numbers)) : nil
    }

    /// Where the numbers are to be written that are drawn; `nil` if none are.
    var drawnNumbers: UnsafeMutablePointer<Double>? { drawn.flatMap { columns[$0]?.pointer } }

    /// Makes room for what is drawn for as many vertices.
    func makeRoomForDrawn(_ count: Int) {
        if let drawn { set(drawn, to: [Double](repeating: 0, count: count)) }
    }

    /// Adds the number of a new vertex to those that have one for each.
    func append(_ number: (_ parameter: Int, _ known: [Double]) -> Double) {
        for (parameter, known) in values.enumerated() where columns[parameter] != nil {
            set(parameter, to: known + [number(parameter, known)])
        }
    }

    /// Gives the parameters of a block of vertices to a program, as its fields of some numbers.
    func give(to workspace: ExpressionWorkspace, of block: Range<Int>, as field: (_ parameter: Int) -> Int) {
        for parameter in values.indices {
            if let column = column(parameter) {
                workspace.read(field(parameter), from: column + block.lowerBound, count: block.count)
            } else {
                workspace.set(field(parameter), to: values[parameter][0])
            }
        }
    }

    /// Gives those parameters that are the same for all to a program of edges.
    func giveShared(to workspace: ExpressionWorkspace, _ fields: EquationFields) {
        for parameter in values.indices where columns[parameter] == nil {
            workspace.set(fields.parameter(parameter), to: values[parameter][0])
            workspace.set(fields.sourceParameter(parameter), to: values[parameter][0])
        }
    }
}
