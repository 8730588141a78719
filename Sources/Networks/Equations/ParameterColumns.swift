import SimulationEngine

/// The parameters of equations, of which some have a number for each vertex.
final class ParameterColumns {
    /// Of each parameter one number, or one for each vertex.
    @exclusivity(unchecked)
    private(set) var values: [[Double]]

    /// Copies of those that have one for each vertex, at a fixed place; `nil` for the others.
    @exclusivity(unchecked)
    private var columns: [ScratchMemory<Double>?]

    /// Of each parameter where its numbers lie, or its one number: what is read in steps, without arrays.
    private let places: ScratchMemory<Place>

    private struct Place: BitwiseCopyable {
        var column: UnsafePointer<Double>?
        var number: Double
    }

    /// The parameter that is drawn for each vertex, however few there are.
    private let drawn: Int?

    init(_ values: [[Double]], drawn: Int? = nil) {
        (self.values, self.drawn) = ([], drawn)
        columns = [ScratchMemory<Double>?](repeating: nil, count: values.count)
        places = ScratchMemory(count: values.count, repeating: Place(column: nil, number: 0))
        self.values = values
        for (parameter, numbers) in values.enumerated() { set(parameter, to: numbers) }
    }

    /// Where the numbers of a parameter lie that has one for each vertex.
    func column(_ parameter: Int) -> UnsafePointer<Double>? { places.pointer[parameter].column }

    /// The number of a parameter that is the same for all vertices.
    func number(_ parameter: Int) -> Double { places.pointer[parameter].number }

    /// Gives a parameter other numbers.
    func set(_ parameter: Int, to numbers: [Double]) {
        values[parameter] = numbers
        let isColumn = numbers.count > 1 || parameter == drawn
        let column = isColumn ? ScratchMemory(copying: ContiguousArray(numbers)) : nil
        columns[parameter] = column
        places.pointer[parameter] = Place(column: column.map { UnsafePointer($0.pointer) }, number: numbers.first ?? 0)
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
        for parameter in 0..<places.capacity {
            if let column = column(parameter) {
                workspace.read(field(parameter), from: column + block.lowerBound, count: block.count)
            } else {
                workspace.set(field(parameter), to: number(parameter))
            }
        }
    }

    /// Gives those parameters that are the same for all to a program of edges.
    func giveShared(to workspace: ExpressionWorkspace, _ fields: EquationFields) {
        for parameter in 0..<places.capacity where column(parameter) == nil {
            workspace.set(fields.parameter(parameter), to: number(parameter))
            workspace.set(fields.sourceParameter(parameter), to: number(parameter))
        }
    }
}
