import SimulationEngine

extension FieldExpression {
    /// The value, if it is the same everywhere.
    var constant: Double? {
        usedFields.isEmpty && !usesNode && !usesTime ? ColumnFormula(self).makeEvaluation().value() : nil
    }
}

/// A formula of the degree of a vertex, of numbers of its neighbours in states, and of its parameters, ready to be computed at vertices.
final class CountedFormula {
    /// Where the number of a field comes from.
    enum Origin {
        case degree

        /// How many neighbours are in a state, by its place among those that are counted.
        case count(slot: Int)

        /// A number of each vertex.
        case parameter([Double])
    }

    /// The value, if it is the same everywhere.
    let constant: Double?

    /// What the event loop needs, where the formula is one of few operations.
    let arithmetic: Arithmetic?

    /// What it needs, where the formula is a product of a parameter and of a number of neighbours.
    let product: Product?

    private let origins: [(field: Int, origin: Origin)]
    private let evaluation: ColumnEvaluation
    private let program: ArithmeticProgram?
    private let inputs: ScratchMemory<Arithmetic.Input>
    private let parameters: [ScratchMemory<Double>]

    init(_ expression: FieldExpression, _ origin: (Int) -> Origin) {
        origins = expression.usedFields.map { ($0, origin($0)) }
        evaluation = ColumnFormula(expression).makeEvaluation()
        constant = expression.constant
        program = ArithmeticProgram(expression)
        var parameters: [ScratchMemory<Double>] = []
        var inputs: ContiguousArray<Arithmetic.Input> = []
        for (field, origin) in origins {
            guard let place = program?.slot(ofField: field) else { continue }
            switch origin {
            case .degree: inputs.append(.init(place: Int32(place)))
            case .count(let slot): inputs.append(.init(place: Int32(place), slot: Int32(slot)))
            case .parameter(let numbers):
                let memory = ScratchMemory(copying: ContiguousArray(numbers))
                parameters.append(memory)
                inputs.append(.init(place: Int32(place), parameter: UnsafePointer(memory.pointer)))
            }
        }
        (self.parameters, self.inputs) = (parameters, ScratchMemory(copying: inputs))
        let first = UnsafePointer(self.inputs.pointer)
        arithmetic = program.map { Arithmetic($0, inputs: first, inputCount: inputs.count) }
        product = program.flatMap { Product($0, inputs) }
    }

    /// The product of a parameter and of a number of neighbours, without references, as long as the formula is there.
    struct Product: BitwiseCopyable {
        private let parameter: UnsafePointer<Double>
        private let slot: Int32

        /// Fails if a formula is anything else.
        fileprivate init?(_ program: ArithmeticProgram, _ inputs: ContiguousArray<Arithmetic.Input>) {
            guard program.stepCount == 1, program.steps.pointer[0].kind == .multiply, inputs.count == 2,
                let parameter = inputs.lazy.compactMap(\.parameter).first,
                let slot = inputs.first(where: { $0.parameter == nil })?.slot, slot >= 0
            else { return nil }
            (self.parameter, self.slot) = (parameter, slot)
        }

        /// Computes the formula at a vertex.
        @inline(__always)
        func value(at vertex: Int, _ counts: UnsafePointer<Int32>) -> Double {
            parameter[vertex] * Double(counts[Int(slot)])
        }
    }

    /// The formula without references, as long as it is there.
    struct Arithmetic: BitwiseCopyable {
        private let steps: UnsafePointer<ArithmeticProgram.Step>
        private let stepCount: Int
        private let numbers: UnsafeMutablePointer<Double>
        private let result: Int
        private let inputs: UnsafePointer<Input>
        private let inputCount: Int

        /// Where the number of a place comes from: a parameter, else the number of neighbours in a slot, else the degree.
        fileprivate struct Input: BitwiseCopyable {
            let place: Int32
            var slot: Int32 = -1
            var parameter: UnsafePointer<Double>?
        }

        fileprivate init(_ program: ArithmeticProgram, inputs: UnsafePointer<Input>, inputCount: Int) {
            (steps, stepCount) = (UnsafePointer(program.steps.pointer), program.stepCount)
            (numbers, result) = (program.numbers.pointer, program.result)
            (self.inputs, self.inputCount) = (inputs, inputCount)
        }

        /// Computes the formula at a vertex.
        @inline(__always)
        func value(at vertex: Int, degree: Int32, _ counts: UnsafePointer<Int32>) -> Double {
            let numbers = numbers
            var input = inputs
            while input < inputs + inputCount {
                let (place, slot) = (Int(input.pointee.place), Int(input.pointee.slot))
                numbers[place] =
                    if let parameter = input.pointee.parameter { parameter[vertex] } else {
                        Double(slot < 0 ? degree : counts[slot])
                    }
                input += 1
            }
            var step = steps
            while step < steps + stepCount {
                let (x, y) = (numbers[Int(step.pointee.a)], numbers[Int(step.pointee.b)])
                numbers[Int(step.pointee.result)] =
                    switch step.pointee.kind {
                    case .copy: x
                    case .add: x + y
                    case .subtract: x - y
                    case .multiply: x * y
                    case .divide: x / y
                    case .negate: -x
                    case .multiplyAdd: x * y + numbers[Int(step.pointee.c)]
                    case .multiplySubtract: x * y - numbers[Int(step.pointee.c)]
                    case .subtractProduct: numbers[Int(step.pointee.c)] - x * y
                    }
                step += 1
            }
            return numbers[result]
        }
    }

    /// The parameters of vertices that ``arithmetic`` reads.
    var parameterPointers: [UnsafePointer<Double>] { parameters.map { UnsafePointer($0.pointer) } }

    /// The states whose neighbours it counts, by their places among those that are counted at all.
    var countedSlots: [Int] {
        origins.compactMap { if case .count(let slot) = $0.origin { slot } else { nil } }
    }

    /// Computes the formula at a vertex.
    ///
    /// - Parameters:
    ///   - vertex: The vertex.
    ///   - degree: Its degree.
    ///   - counts: How many of its neighbours are in each state that is counted.
    /// - Returns: The value.
    func value(at vertex: Int, degree: Int, _ counts: UnsafePointer<Int32>) -> Double {
        for (field, origin) in origins {
            let number =
                switch origin {
                case .degree: Double(degree)
                case .count(let slot): Double(counts[slot])
                case .parameter(let numbers): numbers[vertex]
                }
            evaluation.set(field, to: number)
        }
        return evaluation.value()
    }
}
