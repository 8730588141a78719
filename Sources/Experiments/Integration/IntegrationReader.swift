import Descriptions
import GSL
import SimulationEngine

/// The block `integrate:`.
package struct Integration {
    /// The scheme that moves the state on.
    package enum Scheme: Sendable {
        case firstOrder(any FirstOrderMethod)
        case secondOrder(any SecondOrderMethod)
        case stochastic(any StochasticMethod)
        case thermal(any ThermalMethod)
        case adaptive(ODEStepper)

        /// All events, whose random numbers may belong to nodes, edges and times.
        case events(isAligned: Bool)

        /// Leaps of a length.
        case leaps(of: Double)

        /// Leaps in which rates may change by a part of themselves.
        case accurateLeaps(Double)

        /// The scheme that the method's name says to the reader of a model.
        case ofModel
    }

    /// The error that is allowed in a step of an adaptive method.
    package struct Tolerance {
        package let absolute: Double
        package let relative: Double
    }

    package let method: IntegrationMethod
    package let tolerance: Tolerance

    /// The scheme of the method, with the parameters that stand beside its name.
    package let scheme: Scheme
    let grid: TimeGrid
    package let stepCount: Int

    /// True if the length of a step is written in the scenario; else it is a sweep, or follows from what is recorded.
    let hasOwnStep: Bool

    /// The length of a step.
    package var step: Double { grid.step }

    /// True if the length of a step follows from what is recorded.
    var hasStepOfRecords: Bool { !hasOwnStep && method.has(.ownSteps) }
}

/// The keys of `integrate` besides those of the method.
package enum IntegrationKeys {
    static let method = ParameterDescription(
        "method", "the method of integration", .component(of: .methods))
    static let until = Parameter(
        "until", "the time at which the run ends, a whole number of steps", .positive, dimension: .time
    ).example(10)
    package static let step = ParameterDescription(
        "step",
        "the length of a step, or the time between states that can be observed where methods have steps of their own",
        .number(.positive),
        .derived("1 with methods that count sweeps, what all recorded times have in common with adaptive ones"),
        dimension: .time)
    static let tolerance = ParameterDescription(
        "tolerance", "the error of a step of an adaptive method",
        .either(.number(.positive), or: .record([ParameterDescription](absolute, relative))),
        .derived("1e-9 with adaptive methods"))
    static let usualTolerance = 1e-9
    static let absolute = Parameter("absolute", "the error that is allowed whatever the state", .positive)
    static let relative = ParameterDescription(
        "relative", "the error that is allowed as a part of the state", .number(.nonNegative))
    package static let all = all(of: nil)

    /// The keys beside a method, with a step for examples that most models can take with it.
    package static func all(of method: IntegrationMethod?) -> [ParameterDescription] {
        let isShort = method.map { !$0.has(.ownSteps) && !$0.countsSweeps } ?? false
        return [ParameterDescription](Self.method, step.example(.number(isShort ? 0.01 : 1)), until, tolerance)
    }
}

/// Reads how the state is moved on, and until when.
package struct IntegrationReader {
    private typealias Keys = IntegrationKeys

    let methods: [IntegrationMethod]

    /// The unit of times, which may be written with another one then; `nil` for a model without units.
    let timeUnit: String?

    /// The blocks that say when records are made.
    private let watching: [DocumentNode]

    /// The times between records, as far as they can be read.
    private var recordingIntervals: [Double] { watching.flatMap { $0.dueTimes(in: timeUnit) } }

    /// True if time is time also with a method that else counts sweeps, so that a step may have any length.
    let hasFreeSteps: Bool

    /// A reader that looks into the scenario for when something is due.
    package init(
        methods: [IntegrationMethod], hasFreeSteps: Bool = false, timeUnit: String? = nil, watchedIn root: Section
    ) {
        self.methods = methods
        self.hasFreeSteps = hasFreeSteps
        self.timeUnit = timeUnit
        watching = WatchingBlocks.keys.compactMap { root.optional($0)?.node }
    }

    package func read(_ value: Value) -> Integration? {
        value.section(of: Keys.all) { section in
            let method = section.read(Keys.method) { $0.choice(of: methods.map(\.name)) }
                .flatMap(IntegrationMethod.init(named:))
            let until = section.value(of: Keys.until, in: timeUnit)
            let untilValue = section.given(Keys.until)
            let stepValue = section.given(Keys.step)
            let grid = grid(stepValue, section, method: method, until: until)
            let tolerance = tolerance(section.given(Keys.tolerance), method: method)
            if method?.isAdaptive == true { section.noteDefault(Keys.tolerance, .text("1e-9")) }
            let scheme = scheme(section, method)
            guard let grid, let until, let untilValue else { return nil }
            section.noteDefault(Keys.step, grid.step.content)
            let stepCount = stepCount(until, untilValue, grid)
            guard let method, let stepCount, let tolerance, let scheme else { return nil }
            return Integration(
                method: method, tolerance: tolerance, scheme: scheme, grid: grid, stepCount: stepCount,
                hasOwnStep: stepValue != nil)
        }
    }

    /// The keys of the parameters of all methods.
    private static let keysOfMethods = Set(
        IntegrationMethod.all.flatMap { $0.component.description.parameters.map(\.name) })

    /// The scheme of a method with its own parameters; keys that only others have are reported.
    private func scheme(_ section: Section, _ method: IntegrationMethod?) -> Integration.Scheme? {
        func names(_ method: IntegrationMethod) -> [String] { method.component.description.parameters.map(\.name) }
        guard let method else {
            _ = section.given(of: IntegrationMethod.all.flatMap(names))
            return nil
        }
        let own = names(method)
        let others = section.keys.filter { Self.keysOfMethods.contains($0) && !own.contains($0) }
        for (key, value) in section.given(of: others) {
            let others = methods.filter { names($0).contains(key) }.map(\.name)
            value.report(
                "'\(key)' has no meaning for '\(method.name)'",
                expected: "no '\(key)'"
                    + (others.isEmpty
                        ? ""
                        : ", or \(others.count == 1 ? "the method" : "one of the methods") "
                            + others.joined(separator: ", ")))
        }
        return section.make(method.component)
    }

    private func grid(
        _ step: Value?, _ section: Section, method: IntegrationMethod?, until: Double?
    ) -> TimeGrid? {
        if let method, method.countsSweeps, !hasFreeSteps { return sweepGrid(step, method) }
        if let step { return step.number(.positive, in: timeUnit).flatMap { try? TimeGrid(step: $0) } }
        // The need of a step is unknown as long as the method is.
        guard let method else { return nil }
        guard method.has(.ownSteps) else {
            _ = section.required(Keys.step.name, for: "the length of a step")
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
                "'step' must be a whole number for '\(method.name)', whose time counts sweeps",
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
        guard let value else {
            return Integration.Tolerance(absolute: Keys.usualTolerance, relative: Keys.usualTolerance)
        }
        if let method, !method.isAdaptive {
            let adaptive = methods.filter(\.isAdaptive).map(\.name)
            value.report(
                "'tolerance' has no meaning for '\(method.name)', "
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
        return value.section(of: [Keys.absolute.description, Keys.relative]) { section in
            let absolute = section.value(of: Keys.absolute)
            let relative = section.read(Keys.relative) { relativeTolerance($0, orZero: true) }
            guard let absolute, let relative else { return nil }
            return Integration.Tolerance(absolute: absolute, relative: relative)
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

extension DocumentNode {
    /// The numbers under `every` and `at`, however deep; whatever is wrong is left to whoever reads those.
    fileprivate func dueTimes(in unit: String?) -> [Double] {
        switch content {
        case .scalar: []
        case .list(let items): items.flatMap { $0.dueTimes(in: unit) }
        case .mapping(let entries):
            entries.flatMap {
                ["every", "at"].contains($0.key) ? $0.value.times(in: unit) : $0.value.dueTimes(in: unit)
            }
        }
    }

    /// The number, or the numbers in a list, that are greater than 0.
    private func times(in unit: String?) -> [Double] {
        switch content {
        case .list(let items): return items.flatMap { $0.times(in: unit) }
        case .mapping: return []
        case .scalar:
            let value = Value(self, subject: .value(""), path: [], at: nil, reportingTo: Diagnostics())
            return value.number(.positive, in: unit).map { [$0] } ?? []
        }
    }
}
