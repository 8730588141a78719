import GSL
import SimulationEngine

/// The methods of integration, as scenarios name them.
enum IntegrationMethod: String, CaseIterable {
    case leapfrog
    case rungeKutta4 = "runge-kutta-4"
    case rk2
    case rk4
    case rkf45
    case rkck
    case rk8pd
    case msadams

    /// GSL's stepper, if the size of the steps is adapted to a tolerance.
    var stepper: ODEStepper? { ODEStepper(rawValue: rawValue) }
}

/// The block `integrate:`.
struct Integration {
    /// The error that is allowed in a step of an adaptive method.
    struct Tolerance {
        let absolute: Double
        let relative: Double
    }

    let method: IntegrationMethod
    let tolerance: Tolerance
    let grid: TimeGrid
    let stepCount: Int

    /// The length of a step.
    var step: Double { grid.step }
}

/// Reads the block
///
///     integrate:
///       method: …         a name
///       step: …           the length of a step, or the time between the published states of an adaptive method, which
///                         is the greatest that all recorded times and the end are multiples of unless given
///       until: …          the end, a whole number of steps
///       tolerance: …      adaptive methods only: a number, or {absolute: …, relative: …}; 1e-9 unless given
struct IntegrationReader {
    let methods: [IntegrationMethod]

    /// The times between records, as far as they can be read.
    let recordingIntervals: [Double]

    init(methods: [IntegrationMethod], observe: Value?) {
        self.methods = methods
        recordingIntervals = observe?.recordingIntervals ?? []
    }

    func read(_ value: Value) -> Integration? {
        value.section { section in
            let method = section.required("method", for: "the method of integration")
                .flatMap { $0.choice(of: methods.map(\.rawValue)) }
                .flatMap(IntegrationMethod.init(rawValue:))
            let untilValue = section.required("until", for: "the time at which the run ends")
            let until = untilValue.flatMap { $0.number(.positive) }
            let grid = grid(section, isAdaptive: method?.stepper != nil, until: until)
            let tolerance = tolerance(section.optional("tolerance"), method: method)
            guard let method, let grid, let until, let tolerance, let untilValue else { return nil }
            guard let stepCount = grid.steps(in: until), stepCount > 0 else {
                untilValue.report("'until' must be a whole number of steps, each \(grid.step.plain) long")
                return nil
            }
            return Integration(method: method, tolerance: tolerance, grid: grid, stepCount: stepCount)
        }
    }

    private func grid(_ section: Section, isAdaptive: Bool, until: Double?) -> TimeGrid? {
        guard isAdaptive else {
            return section.required("step", for: "the length of a step").flatMap { $0.number(.positive) }
                .flatMap { try? TimeGrid(step: $0) }
        }
        if let step = section.optional("step") { return step.number(.positive).flatMap { try? TimeGrid(step: $0) } }
        guard let until else { return nil }
        guard let grid = try? TimeGrid(through: recordingIntervals + [until]), until / grid.step <= 1e9 else {
            section.value.report("the recorded times have no common step", expected: "a 'step'")
            return nil
        }
        return grid
    }

    private func tolerance(_ value: Value?, method: IntegrationMethod?) -> Integration.Tolerance? {
        guard let value else { return Integration.Tolerance(absolute: 1e-9, relative: 1e-9) }
        if let method, method.stepper == nil {
            value.report(
                "'tolerance' has no meaning for '\(method.rawValue)', whose step is fixed",
                expected: "no 'tolerance', or one of the adaptive methods "
                    + methods.filter { $0.stepper != nil }.map(\.rawValue).joined(separator: ", "))
            return nil
        }
        guard value.form == .mapping else {
            return value.number(.positive).map { Integration.Tolerance(absolute: $0, relative: $0) }
        }
        return value.section { section in
            let absolute = section.required("absolute", for: "the error that is allowed whatever the state")
            let relative = section.required("relative", for: "the error that is allowed as a part of the state")
            guard let absoluteNumber = absolute?.number(.nonNegative),
                let relativeNumber = relative?.number(.nonNegative)
            else { return nil }
            guard absoluteNumber > 0 || relativeNumber > 0 else {
                value.report("'absolute' and 'relative' must not both be 0")
                return nil
            }
            return Integration.Tolerance(absolute: absoluteNumber, relative: relativeNumber)
        }
    }
}

extension Integration {
    /// The integrator of a model that obeys equations of the first order.
    func integrator<Model: DifferentialEquations>(for model: Model) throws -> any Integrator<Model> {
        guard let stepper = method.stepper else { return RungeKutta4<Model>() }
        let control = StepSizeControl.state(absolute: tolerance.absolute, relative: tolerance.relative)
        return try AdaptiveIntegrator(model, stepper: stepper, control: control, initialStep: step / 100)
    }

    /// The integrator of a model that obeys equations of the second order.
    func integrator<Model: SecondOrderEquations>(ofSecondOrder model: Model) throws -> any Integrator<Model> {
        method == .leapfrog ? Leapfrog<Model>() : try integrator(for: model)
    }
}

extension Value {
    /// The numbers under `every` in a list of observations; whatever is wrong is left to whoever reads those.
    fileprivate var recordingIntervals: [Double] {
        guard case .list(let items) = node.content else { return [] }
        return items.compactMap { item in
            guard case .mapping(let entries) = item.content,
                let every = entries.first(where: { $0.key == "every" })?.value,
                case .scalar(let scalar) = every.content
            else { return nil }
            switch ScalarValue(scalar) {
            case .number(let number): return number > 0 && number.isFinite ? number : nil
            case .integer(let text): return text.double > 0 ? text.double : nil
            default: return nil
            }
        }
    }
}
