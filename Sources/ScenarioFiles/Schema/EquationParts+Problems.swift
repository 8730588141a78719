import Networks
import SimulationEngine

/// What is wrong with equations, where they are written.
extension EquationParts {
    /// Reports errors; what is wrong with one formula of all components of a vector once.
    func report(_ errors: [EquationError]) {
        for (index, error) in errors.enumerated() where !errors[..<index].contains(where: { isSame($0, error) }) {
            report(error)
        }
    }

    /// Tests if errors are of the one formula by which all components of a vector of edges begin.
    private func isSame(_ first: EquationError, _ second: EquationError) -> Bool {
        func place(_ name: String) -> [String]? {
            edgeVariables.first { $0.name == name }?.content.beginning?.value.path
        }
        guard first.part == .edgeVariables, second.part == .edgeVariables, first.problem == second.problem,
            let written = place(first.name)
        else { return false }
        return written == place(second.name)
    }

    /// Reports an error where the part is written that it is about.
    private func report(_ error: EquationError) {
        if let event = error.event { return events[event].report(error) }
        // The parameter of drawn numbers is not written: what takes its name is.
        let places = places(of: error.part) + places(of: .variables)
        // What the file of the graph names is not written here.
        let named = places.first { $0.name == error.name }?.value
        let value = named ?? (edgeNumbers.contains(error.name) ? section.value : nil)
        switch error.problem {
        case .formula(let problem):
            typealias Advice = RandomNumberAdvice
            let advice =
                error.part == .edgeVariables
                ? Advice.ofEdge
                : isMap ? Advice.drawn : error.name.hasPrefix("edge.") ? Advice.ofMovingEdge : Advice.atAllTimes
            let isOfEdge = error.name.hasPrefix("edge.") || [.edges, .edgeVariables].contains(error.part)
            value?.report(problem.advising(advice).advising(against: isOfEdge ? edges.map(\.name) : []))
        case .missingRate:
            (section.optional(EquationKeys.rates.name) ?? section.value).report(
                "the rate of change of '\(error.name)' is missing", expected: "\(error.name): a formula")
        case .unknownVariable(let known):
            let prefix = error.name.hasPrefix(Equations.neighbourPrefix) ? Equations.neighbourPrefix : ""
            value?.report(
                "there is no variable '\(error.name)'", given: error.name, allowed: known.map { prefix + $0 })
        case .unknownEdgeVariable(let known) where !known.isEmpty:
            value?.report(
                "there is no variable '\(error.name)'", given: error.name, allowed: known.map { "edge.\($0)" })
        case .invalidName where named != nil, .reservedName where named != nil, .repeatedName where named != nil,
            .repeatedComponent where named != nil:
            named?.reportKey("'\(error.name)': \(error.problem)")
        case .noUnitOfTime: timeUnit?.report("\(error.problem)")
        default: value?.report("'\(error.name)': \(error.problem)")
        }
    }

    private func places(of part: EquationError.Part) -> [(name: String, value: Value)] {
        switch part {
        case .variables: places(of: variables)
        case .parameters: places(of: parameters)
        case .tables: tables.map { ($0.name, $0.value) }
        case .definitions: definitions.map { ($0.name, $0.content.value) }
        case .edges: edges.map { ($0.name, $0.content.value) }
        case .edgeVariables:
            edgeVariables.map { ($0.name, $0.content.beginning?.value ?? $0.value) }
                + edgeVariables.compactMap { entry in VectorNames.parts(of: entry.name).map { ($0.vector, entry.value) }
                }
        case .rates: rates.map { ($0.name, $0.content.value) }
        case .noise: noise.map { ($0.name, $0.content.value) }
        case .condition, .changes, .refractory, .held, .messages, .delay, .outgoing, .incoming, .time: []
        }
    }

    /// The places of numbers, and of the vectors whose components they are.
    private func places<Content>(of entries: [Entry<Content>]) -> [(name: String, value: Value)] {
        entries.flatMap { entry in
            [(entry.name, entry.value)]
                + (VectorNames.parts(of: entry.name).map { [($0.vector, entry.value)] } ?? [])
        }
    }
}
