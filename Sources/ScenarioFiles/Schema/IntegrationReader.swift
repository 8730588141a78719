import GSL
import Networks
import SimulationEngine

/// The methods of integration, as scenarios name them.
enum IntegrationMethod: String, CaseIterable {
    case leapfrog
    case yoshida4 = "yoshida-4"
    case rungeKutta4 = "runge-kutta-4"
    case rk2
    case rk4
    case rkf45
    case rkck
    case rk8pd
    case msadams
    case msbdf
    case bsimp
    case rk4imp
    case eventDriven = "event-driven"
    case tauLeaping = "tau-leaping"
    case metropolis
    case glauber
    case heatBath = "heat-bath"
    case wolff
    case sweeps
    case synchronous
    case langevin
    case brownian
    case noseHoover = "nose-hoover"
    case berendsen
    case eulerMaruyama = "euler-maruyama"
    case heun
    case milstein
    case wisdomHolman = "wisdom-holman"

    /// The methods that hold a temperature.
    static let thermostats: [IntegrationMethod] = [.langevin, .brownian, .noseHoover, .berendsen]

    /// The methods for stochastic differential equations.
    static let forNoise: [IntegrationMethod] = [.eulerMaruyama, .heun, .milstein]

    /// The methods for equations of the second order.
    static let forSecondOrder = allCases.filter {
        ![.eventDriven, .tauLeaping, .wisdomHolman].contains($0) && !$0.countsSweeps && !thermostats.contains($0)
            && !forNoise.contains($0)
    }

    /// The methods for particles.
    static let forParticles = forSecondOrder + thermostats + [.wisdomHolman]

    /// The methods that know of walls.
    static let forWalls = [.leapfrog] + thermostats

    /// The methods for equations of the first order.
    static let forFirstOrder = forSecondOrder.filter { ![.leapfrog, .yoshida4].contains($0) }

    /// The methods that know of forces that depend on velocities: those that ask for velocities and accelerations together, and
    /// those that move velocities by such forces around their steps.
    static let forVelocities = forSecondOrder + thermostats.filter { $0 != .brownian }

    /// The methods for compartment models.
    static let forCompartments: [IntegrationMethod] = [.eventDriven, .tauLeaping]

    /// Whether noise moves the state.
    var isNoisy: Bool { Self.forNoise.contains(self) || self == .langevin || self == .brownian }

    /// Whether the method goes its own way, so that the step is only the time between two states that can be observed.
    var choosesItsSteps: Bool { stepper != nil || Self.forCompartments.contains(self) }

    /// Whether time counts sweeps, so that a step is a whole number of them, 1 unless given.
    var countsSweeps: Bool {
        [.metropolis, .glauber, .heatBath, .wolff, .sweeps, .synchronous].contains(self)
    }

    /// The interventions that the method cannot follow.
    var impossibleActions: [String] {
        self == .wisdomHolman ? ["pin", "drive", "add-node", "remove-nodes"] : []
    }

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

    /// What holds the temperature, where the method has a thermostat.
    let thermostat: Thermostat?

    /// How long leaps are, where the method leaps.
    let leapLength: LeapLength?
    let grid: TimeGrid
    let stepCount: Int

    /// Whether the length of a step is written in the scenario; else it is a sweep, or follows from what is recorded.
    let hasOwnStep: Bool

    /// The length of a step.
    var step: Double { grid.step }

    /// Whether the length of a step follows from what is recorded.
    var hasStepOfRecords: Bool { !hasOwnStep && method.choosesItsSteps }
}

/// Reads the block
///
///     integrate:
///       method: …         a name
///       step: …           the length of a step, or the time between the published states of an adaptive or event-driven
///                         method, which is the greatest that all recorded times and the end are multiples of unless
///                         given, and does not change the trajectory; 1 or a greater whole number for methods
///                         whose time counts sweeps
///       until: …          the end, a whole number of steps
///       tolerance: …      adaptive methods only: a number, or {absolute: …, relative: …}; 1e-9 unless given
///
/// and what a thermostat or `tau-leaping` needs.
struct IntegrationReader {
    let methods: [IntegrationMethod]

    /// The times between records, as far as they can be read.
    let recordingIntervals: [Double]

    /// Whether time is time also with a method that else counts sweeps, so that a step may have any length.
    let hasFreeSteps: Bool

    /// A reader that looks into the scenario for when something is due.
    init(methods: [IntegrationMethod], hasFreeSteps: Bool = false, watchedIn root: Section) {
        self.methods = methods
        self.hasFreeSteps = hasFreeSteps
        recordingIntervals = WatchingBlocks.keys.flatMap { root.optional($0)?.node.dueTimes ?? [] }
    }

    func read(_ value: Value) -> Integration? {
        value.section { section in
            let method = section.required("method", for: "the method of integration")
                .flatMap { $0.choice(of: methods.map(\.rawValue)) }
                .flatMap(IntegrationMethod.init(rawValue:))
            let untilValue = section.required("until", for: "the time at which the run ends")
            let until = untilValue.flatMap { $0.number(.positive) }
            let stepValue = section.optional("step")
            let grid = grid(stepValue, section, method: method, until: until)
            let tolerance = tolerance(section.optional("tolerance"), method: method)
            if method?.stepper != nil { section.noteDefault("tolerance", "1e-9") }
            let thermostat = ThermostatReader(methods: methods).read(section, method: method)
            let leapLength = LeapReader(methods: methods).read(section, method: method)
            guard let grid, let until, let untilValue else { return nil }
            section.noteDefault("step", grid.step.plain)
            let stepCount = stepCount(until, untilValue, grid)
            guard let method, let stepCount, let tolerance else { return nil }
            if IntegrationMethod.thermostats.contains(method), thermostat == nil { return nil }
            if method == .tauLeaping, leapLength == nil { return nil }
            return Integration(
                method: method, tolerance: tolerance, thermostat: thermostat, leapLength: leapLength, grid: grid,
                stepCount: stepCount, hasOwnStep: stepValue != nil)
        }
    }

    private func grid(
        _ step: Value?, _ section: Section, method: IntegrationMethod?, until: Double?
    ) -> TimeGrid? {
        if let method, method.countsSweeps, !hasFreeSteps { return sweepGrid(step, method) }
        if let step { return step.number(.positive).flatMap { try? TimeGrid(step: $0) } }
        // Whether a method needs a step is unknown as long as the method is.
        guard let method else { return nil }
        guard method.choosesItsSteps else {
            _ = section.required("step", for: "the length of a step")
            return nil
        }
        return until.flatMap { commonGrid($0, section) }
    }

    /// The grid of a method that counts sweeps.
    private func sweepGrid(_ step: Value?, _ method: IntegrationMethod) -> TimeGrid? {
        guard let step else { return try? TimeGrid(step: 1) }
        guard let length = step.number(.positive) else { return nil }
        // Beyond the greatest one, two sweeps after each other would have the same time.
        guard length.rounded() == length, length < 0x1p53 else {
            step.report(
                "'step' must be a whole number for '\(method.rawValue)', whose time counts sweeps",
                expected: length < 0x1p53 ? nil : "at most \(Int(0x1p53) - 1)")
            return nil
        }
        return try? TimeGrid(step: length)
    }

    /// The coarsest grid through the end and all recorded times.
    private func commonGrid(_ until: Double, _ section: Section) -> TimeGrid? {
        guard let grid = try? TimeGrid(through: recordingIntervals + [until]), until / grid.step <= 1e9 else {
            section.value.report(
                "'until' and the times under 'every' have no common step that is long enough", expected: "a 'step'")
            return nil
        }
        return grid
    }

    private func stepCount(_ until: Double, _ value: Value, _ grid: TimeGrid) -> Int? {
        if let stepCount = grid.steps(in: until), stepCount > 0 { return stepCount }
        // Beyond that, times could no longer be told apart.
        let isTooFar = until / grid.step > 0x1p53
        value.report(
            isTooFar
                ? "'until' is too many steps away, each \(grid.step.plain) long"
                : "'until' must be a whole number of steps, each \(grid.step.plain) long")
        return nil
    }

    private func tolerance(_ value: Value?, method: IntegrationMethod?) -> Integration.Tolerance? {
        guard let value else { return Integration.Tolerance(absolute: 1e-9, relative: 1e-9) }
        if let method, method.stepper == nil {
            let adaptive = methods.filter { $0.stepper != nil }.map(\.rawValue)
            value.report(
                "'tolerance' has no meaning for '\(method.rawValue)', "
                    + (method == .eventDriven
                        ? "which is exact"
                        : method == .tauLeaping
                            ? "which has an accuracy"
                            : method.countsSweeps ? "which counts sweeps" : "whose step is fixed"),
                expected: "no 'tolerance'"
                    + (adaptive.isEmpty ? "" : ", or one of the adaptive methods " + adaptive.joined(separator: ", ")))
            return nil
        }
        guard value.form == .mapping else {
            return relativeTolerance(value).map { Integration.Tolerance(absolute: $0, relative: $0) }
        }
        return value.section { section in
            let absolute = section.required("absolute", for: "the error that is allowed whatever the state")
            let relative = section.required("relative", for: "the error that is allowed as a part of the state")
            let absoluteNumber = absolute?.number(.positive)
            let relativeNumber = relative.flatMap { relativeTolerance($0, orZero: true) }
            guard let absoluteNumber, let relativeNumber else { return nil }
            return Integration.Tolerance(absolute: absoluteNumber, relative: relativeNumber)
        }
    }

    /// Below this relative tolerance rounding, of which shorter steps have more, grows faster than the error of the method
    /// falls. Measured as the median error of sixteen rotations of the Pythagorean problem of three bodies up to time 70, with
    /// `rk8pd`: 0.2 from 1e-12 to 3e-14, 0.5 at 1e-14, 0.9 at 3e-15 and 1.6 at 1e-15; `rkck` is alike.
    private static let leastUsefulTolerance = 3e-14

    /// The least relative tolerance. Doubles have 53 bits: a step cannot be more exact than its rounding, which is some
    /// 2⁻⁵³ = 1.1e-16 of the state for each of a few operations; methods would take ever smaller steps to no avail.
    private static let leastRelativeTolerance = 1e-15

    private func relativeTolerance(_ value: Value, orZero: Bool = false) -> Double? {
        let expected = "\(Self.leastRelativeTolerance) or greater\(orZero ? ", or 0" : "")"
        guard let number = value.number(orZero ? .nonNegative : .positive, expected: expected) else { return nil }
        guard number >= Self.leastRelativeTolerance || orZero && number == 0 else {
            value.report("\(value.name) is smaller than the rounding of numbers", expected: expected)
            return nil
        }
        if number > 0, number < Self.leastUsefulTolerance {
            value.warn(
                "\(value.name) is so near to the rounding of numbers that results get worse, not better, by it",
                expected: "\(Self.leastUsefulTolerance) or greater")
        }
        return number
    }
}

extension Integration {
    /// The integrator of a model that obeys equations of the first order.
    func integrator<Model: DifferentialEquations>(
        for model: Model, threads: Int = 1
    ) throws -> any Integrator<Model> {
        guard let stepper = method.stepper else { return RungeKutta4<Model>(threads: threads) }
        let control = StepSizeControl.state(absolute: tolerance.absolute, relative: tolerance.relative)
        return try AdaptiveIntegrator(model, stepper: stepper, control: control)
    }

    /// The integrator of a model that obeys stochastic differential equations.
    func integrator<Model: StochasticDifferentialEquations>(
        forNoiseIn model: Model, streams: RandomStreams
    ) -> any Integrator<Model> {
        switch method {
        case .heun: StochasticHeun<Model>(streams: streams)
        case .milstein: Milstein<Model>(streams: streams)
        default: EulerMaruyama<Model>(streams: streams)
        }
    }

    /// The integrator of a model that obeys equations of the second order.
    func integrator<Model: SecondOrderEquations>(
        ofSecondOrder model: Model, threads: Int = 1
    ) throws -> any Integrator<Model> {
        switch method {
        case .leapfrog: Leapfrog<Model>(threads: threads)
        case .yoshida4: Yoshida4<Model>(threads: threads)
        default: try integrator(for: model, threads: threads)
        }
    }
}

extension DocumentNode {
    /// The numbers under `every` and `at`, however deep; whatever is wrong is left to whoever reads those.
    fileprivate var dueTimes: [Double] {
        switch content {
        case .scalar: []
        case .list(let items): items.flatMap(\.dueTimes)
        case .mapping(let entries):
            entries.flatMap { ["every", "at"].contains($0.key) ? $0.value.times : $0.value.dueTimes }
        }
    }

    /// The number, or the numbers in a list, that are greater than 0.
    private var times: [Double] {
        switch content {
        case .list(let items): return items.flatMap(\.times)
        case .mapping: return []
        case .scalar(let scalar):
            switch ScalarValue(scalar) {
            case .number(let number): return number > 0 && number.isFinite ? [number] : []
            case .integer(let text): return text.double > 0 ? [text.double] : []
            default: return []
            }
        }
    }
}
