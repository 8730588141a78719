import Descriptions
import SimulationEngine

/// Asks a recorded run of a state that moves continuously why a condition came to hold when it did: which initial values of nodes, and
/// which numbers of the scenario, move that time, and how far.
///
///     let question = try CrossingQuestion(ofFirst: "v > 1", ofNode: "17", in: "Results/neurons", varying: .allNodes)
///     for row in question.sensitivities(jobs: 2) { … }
///
/// The derivative of the time by a number is a `CentralDifference` of runs in which all else is the same, up to the crossing. A number
/// is moved by a part of its scale that is, as a power of two, the cube root of a tolerance: that of an adaptive method, or 10⁻¹² for
/// methods of fixed step, whose error changes as smoothly with a number as the time itself. Nothing is written.
///
/// - Complexity: Four runs a number, each of which reads the scenario anew.
package struct CrossingQuestion {
    /// The nodes whose initial values are among the numbers.
    package enum Nodes: Equatable {
        case allNodes
        case none

        /// Those of which a condition over their fields holds at the beginning.
        case matching(String)
    }

    /// When the condition first comes to hold in the run.
    package let time: Double

    private let scenario: Scenario
    private let condition: AwaitedCondition
    private let numbers: [VariedNumber]

    /// How many numbers are asked about.
    package var numberCount: Int { numbers.count }

    /// How many runs are carried out for each number.
    package static let runsPerNumber = 4

    /// The method of a run, whether it moves the state continuously, so that this can be asked, and whether nodes have events all the
    /// same, so that a `CauseQuestion` can be asked, too.
    ///
    /// - Throws: As `ReplayedRun`.
    package static func method(in directory: String) throws -> (name: String, isContinuous: Bool, hasEvents: Bool) {
        let experiment = try ReplayedRun(of: directory).scenario.experiment
        let method = experiment.integration.method
        let jumps = (experiment.anyModel as? any TracedModel)?.jumps
        return (method.name, method.movesContinuously, jumps.map { !$0.isEmpty } ?? false)
    }

    /// Finds when the condition first comes to hold, by a run up to there.
    ///
    /// - Parameters:
    ///   - text: The condition, over quantities, or over the fields of a node.
    ///   - node: The node, by its name, or its number where nodes have none.
    ///   - directory: The directory of the run.
    ///   - nodes: The nodes whose initial values are asked about.
    /// - Throws: As `ReplayedRun`; `ScenarioError` if a condition cannot be read; ``ReplayError/noNode(_:)``,
    ///   ``ReplayError/neverComesToHold(_:)``, ``ReplayError/isRandom(method:)``; what running throws.
    package init(
        ofFirst text: String, ofNode node: String?, in directory: String, varying nodes: Nodes
    ) throws {
        scenario = try ReplayedRun(of: directory).scenario
        let experiment = scenario.experiment
        let method = experiment.integration.method
        guard !method.has(.noise) else { throw ReplayError.isRandom(method: method.name) }
        let number = try node.map { node in
            guard let number = experiment.anyModel.number(called: node) else { throw ReplayError.noNode(node) }
            return number
        }
        condition = AwaitedCondition(text: text, node: number)
        let first = try scenario.remade().experiment.firstTime(of: condition, adding: nil, until: nil)
        // One that has not ended yet has no manifest.
        let manifest = try? ResultManifest(in: ResultDirectory(of: directory, opening: .resuming))
        guard let first, first.time <= manifest?.end.time ?? .infinity else { throw ReplayError.neverComesToHold(text) }
        guard !first.isByJump else { throw ReplayError.isMadeToHold(text, time: first.time) }
        time = first.time
        numbers = try scenario.numbers().map(VariedNumber.parameter) + scenario.initialValues(of: nodes)
    }

    /// How far each number moves the time, most first.
    ///
    /// - Parameter jobs: How many runs are carried out at once, which does not change the result.
    /// - Returns: The numbers.
    package func sensitivities(jobs: Int) -> [CrossingSensitivity] {
        var results = [CrossingSensitivity?](repeating: nil, count: numbers.count)
        results.withUnsafeMutableBufferPointer { results in
            let results = results
            ThreadTeam(threadCount: jobs).forEachPiece(of: numbers.count) { results[$0] = sensitivity(to: numbers[$0]) }
        }
        return results.compactMap { $0 }.mostFirst
    }
}

// MARK: - A number

extension CrossingQuestion {
    private func sensitivity(to number: VariedNumber) -> CrossingSensitivity {
        CrossingSensitivity(
            number: number.name, value: number.value, scale: number.scale, effect: effect(of: number))
    }

    private func effect(of number: VariedNumber) -> CrossingSensitivity.Effect {
        let error = scenario.experiment.integration.relativeError
        let step = number.scale * Double(sign: .plus, exponent: error.exponent / 3, significand: 1)
        var times: [Double] = []
        for place in -2...2 {
            do {
                let found = place == 0 ? time : try firstTime(moving: number, by: Double(place) * step)
                guard let found else { return .vanishes(with: number.value + Double(place) * step) }
                times.append(found)
            } catch {
                return .unknown((error as? ScenarioError)?.diagnostics.first?.message ?? "\(error)")
            }
        }
        guard times.contains(where: { $0 != time }) else { return .none }
        // Errors of steps add up, and grow with the distance of neighbouring courses.
        let difference = CentralDifference(of: times, distance: step, noise: min(1000 * error, 1e-3) * time)
        guard !difference.isSmooth else { return .moves(by: difference.slope, error: difference.error) }
        times.sort()
        return .jumps(number.value - 2 * step...number.value + 2 * step, times: times[0]...times[4])
    }

    /// When the condition first comes to hold if a number is another one; `nil` if not until 1.25 times the time without.
    private func firstTime(moving number: VariedNumber, by amount: Double) throws -> Double? {
        let end = 1.25 * time
        switch number {
        case .parameter(let number):
            let moved = ScenarioNumber(path: number.path, value: number.value + amount, unit: number.unit)
            return try scenario.remade(with: moved).experiment.firstTime(of: condition, adding: nil, until: end)?.time
        case .initialValue(let number, _):
            return try scenario.remade().experiment.firstTime(of: condition, adding: (number, amount), until: end)?.time
        }
    }
}

/// A number that is moved.
private enum VariedNumber {
    case parameter(ScenarioNumber)

    /// A field of a node, and its greatest magnitude of any node.
    case initialValue(InitialValue, magnitude: Double)

    var value: Double {
        switch self {
        case .parameter(let number): number.value
        case .initialValue(let number, _): number.value
        }
    }

    /// The magnitude of the number, or of the field; 1 where that is 0.
    var scale: Double {
        let magnitude =
            switch self {
            case .parameter(let number): abs(number.value)
            case .initialValue(_, let magnitude): magnitude
            }
        return magnitude > 0 ? magnitude : 1
    }

    var name: CrossingSensitivity.Number {
        switch self {
        case .parameter(let number): .parameter(number.path)
        case .initialValue(let number, _): .initialValue(field: number.fieldName, node: number.nodeName)
        }
    }
}

extension Scenario {
    fileprivate func initialValues(of nodes: CrossingQuestion.Nodes) throws -> [VariedNumber] {
        guard nodes != .none else { return [] }
        let all = try remade().experiment.initialValues(where: nil)
        var magnitudes: [Int: Double] = [:]
        for number in all { magnitudes[number.field] = max(magnitudes[number.field] ?? 0, abs(number.value)) }
        var asked = all
        if case .matching(let condition) = nodes {
            asked = try remade().experiment.initialValues(where: condition)
        }
        return asked.map { .initialValue($0, magnitude: magnitudes[$0.field] ?? 0) }
    }
}

extension Integration {
    /// The part of a time by which times of runs with neighbouring numbers may differ for no reason but the steps of the method.
    fileprivate var relativeError: Double {
        guard method.isAdaptive else { return 1e-12 }
        return min(max(tolerance.relative > 0 ? tolerance.relative : tolerance.absolute, 1e-12), 1e-3)
    }
}
