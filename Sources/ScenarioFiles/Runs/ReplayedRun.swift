import Descriptions
import SimulationEngine

/// A run that is carried out once more, to answer questions that nobody asked when it ran.
///
///     let run = try ReplayedRun(of: "Results/epidemic", observing: "causes.yml")
///     try run.carryOut(in: ResultDirectory(creating: "Results/epidemic-causes"))
///
/// Watching changes no trajectory, so that the rows of the new observations are, byte for byte, those of a run that had recorded them
/// at once. The old ones are recorded as well, and compared.
public final class ReplayedRun {
    /// The scenario, with all observations.
    package let scenario: Scenario

    let origin: ResultDirectory

    /// True if something is changed, so that it is another run.
    private let isChanged: Bool

    /// True if all that the other run has recorded is to be recorded again.
    private let isWhole: Bool

    /// Reads what is needed of another run.
    ///
    /// - Parameters:
    ///   - path: The directory of the other run.
    ///   - observations: A file with observations, a mapping with the key `observe`; none unless given.
    ///   - added: More observations, the text of such a file.
    ///   - mayEndEarlier: True if one of these may end the run.
    ///   - end: When to end, in YAML; when the other run was to end unless given.
    ///   - changes: Values that replace those of the scenario, so that it is another run.
    ///   - interventions: Interventions, in YAML, that come before those of the scenario.
    /// - Throws: `ResumptionError.noResults(path:)`; `ScenarioError` if the scenario or the observations cannot be read.
    package init(
        of path: String, observing observations: String? = nil, adding added: String? = nil,
        mayEndEarlier: Bool = false, until end: String? = nil, changing changes: [Override] = [],
        intervening interventions: [String] = []
    ) throws {
        origin = ResultDirectory(of: path, opening: .resuming)
        let file = origin.path(of: ResultDirectory.scenarioFile)
        guard FileSystem.exists(file) else { throw ResumptionError.noResults(path: path) }
        var items = try Document(SourceText(path: file)).items(of: WatchingBlocks.observe.name)
        if let observations {
            items += try Document(SourceText(path: observations)).requiredItems(of: WatchingBlocks.observe)
        }
        if let added {
            items += try Document(SourceText(name: "the observation", text: added))
                .requiredItems(of: WatchingBlocks.observe)
        }
        var overrides = [Override("\(WatchingBlocks.observe.name)=\(items.flowYAML)", option: "--observe")]
        if !interventions.isEmpty {
            let text = "intervene: [\(interventions.joined(separator: ", "))]"
            var all = try Document(SourceText(name: "the intervention", text: text)).items(
                of: WatchingBlocks.intervene.name)
            all += try Document(SourceText(path: file)).items(of: WatchingBlocks.intervene.name)
            overrides.append(Override("\(WatchingBlocks.intervene.name)=\(all.flowYAML)"))
        }
        if let end { overrides.append(Override("integrate.until=\(end)", option: "--until")) }
        scenario = try Self.scenario(in: file, overrides + changes)
        isChanged = !changes.isEmpty || !interventions.isEmpty
        isWhole = end == nil && !isChanged && !mayEndEarlier
    }

    /// Reads the scenario with changes. Where these do not fit to the step of a method that has steps of its own, it follows from
    /// all that is recorded, as if it had never been written out.
    private static func scenario(in file: String, _ overrides: [Override]) throws -> Scenario {
        do throws(ScenarioError) {
            return try Scenario(contentsOf: file, overrides: overrides)
        } catch {
            let key = ScenarioKeys.integrate.name
            let integration = try Document(SourceText(path: file)).node(of: key, without: IntegrationKeys.step.name)
            let anyStep = integration.map { [Override("\(key)=\($0.flowYAML)")] } ?? []
            guard let scenario = try? Scenario(contentsOf: file, overrides: anyStep + overrides) else { throw error }
            return scenario
        }
    }

    /// Carries the run out. One that differs only by later interventions goes on from the last checkpoint before these that the other
    /// one has kept; its tables have the bytes of a run from the beginning.
    ///
    /// - Parameters:
    ///   - directory: An empty directory.
    ///   - monitor: Watches the run and may stop it.
    /// - Throws: As `Scenario.run(in:monitor:)`; ``ReplayError`` if a table of the other run was not recorded again as it is.
    public func carryOut(in directory: ResultDirectory, monitor: RunMonitor = RunMonitor()) throws {
        guard !isChanged else { return try carryOutChanged(in: directory, monitor: monitor) }
        try scenario.run(in: directory, monitor: monitor)
        guard isWhole, let manifest = try? ResultManifest(in: origin) else { return }
        for (name, table) in manifest.tables.sorted(by: { $0.key < $1.key }) {
            // Those that are not in the order of times are written at the end.
            guard !monitor.wasStopped || table.columns?.first == "time" else { continue }
            let old = try InputFile(origin.path(of: name)).bytes()
            let new = try InputFile(directory.path(of: name)).bytes()
            guard monitor.wasStopped ? old.starts(with: new) : old == new else {
                throw ReplayError.otherTable(name, path: origin.path)
            }
        }
    }
}

/// Why a replay is not one of the run that it was to be.
public enum ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
    /// A table is not recorded again as it is.
    case otherTable(String, path: String)

    /// There is no such node, neither at the beginning, nor among those that something has changed.
    case noNode(String)

    /// A condition holds from the beginning, or at no time of the run.
    case neverComesToHold(String)

    /// A condition of a node that has events holds from the beginning, at no time, or for no time.
    case neverLasts(String)

    /// A condition comes to hold by no change of a node.
    case noEvent(String, time: Double)

    /// Something made a condition hold at once, an intervention or an event, before it came to hold by a movement.
    case isMadeToHold(String, time: Double)

    /// The method moves the state by noise, so that the time of a crossing has no derivative.
    case isRandom(method: String)

    /// An option is about what the method does not do: events that have causes, or a state that moves continuously.
    case unfitOption(String, method: String, isContinuous: Bool)

    /// The edges of a model are there for ever.
    case fixedEdges

    /// The error message: what is wrong, and why that may be.
    public var description: String {
        switch self {
        case .otherTable(let name, let path):
            "'\(name)' is not what is recorded now: '\(path)' was edited, or written by another version of the program, or "
                + "on a machine with other mathematical functions"
        case .noNode(let node):
            "there is no node '\(node)': nodes that have names are asked for by these, others by their numbers from 0"
        case .neverComesToHold(let condition):
            "'\(condition)' does not come to hold during the run: it holds from the beginning, or at no time"
        case .neverLasts(let condition):
            "'\(condition)' holds from the beginning, at no time, or for no time, if an event ends it at once: ask about that event by '--node' "
                + "and '--time', or by '--numbers' which numbers move the time"
        case .noEvent(let condition, let time):
            "'\(condition)' comes to hold at time \(time.plain) by no change of a node, so that nothing has caused it"
        case .isMadeToHold(let condition, let time):
            "'\(condition)' holds from about time \(time.plain) on by an intervention or an event, which has made it so at once: no movement has "
                + "led there, whose time numbers could move"
        case .isRandom(let method):
            "'\(method)' moves the state by noise: a random path crosses a level many times within a moment, so that the time of its "
                + "first crossing jumps with any number, and has no derivative"
        case .unfitOption(let option, let method, let isContinuous):
            "'\(option)' has no meaning for '\(method)', "
                + (isContinuous
                    ? "which moves the state continuously, so that nothing is brought about by single events; '--first CONDITION' alone asks "
                        + "which numbers move the time at which the condition comes to hold"
                    : "which does not move the state continuously: there are causes, but no derivatives")
        case .fixedEdges:
            "what was necessary is known by runs without single edges, and those of this model cannot be removed: they can in models of "
                + "compartments and in 'equations'"
        }
    }
}

extension Document {
    /// The items of a list at the top; none if it is not there.
    func items(of key: String) -> DocumentNode {
        guard case .mapping(let entries) = root.content, let list = entries.first(where: { $0.key == key })?.value,
            case .list = list.content
        else { return DocumentNode(content: .list([]), position: root.position) }
        return list
    }

    /// A mapping at the top without one of its keys.
    fileprivate func node(of key: String, without other: String) -> DocumentNode? {
        guard case .mapping(let entries) = root.content, var node = entries.first(where: { $0.key == key })?.value,
            case .mapping(let parts) = node.content
        else { return nil }
        node.content = .mapping(parts.filter { $0.key != other })
        return node
    }

    /// The items of a list, which must be all that there is.
    fileprivate func requiredItems(of key: ParameterDescription) throws(ScenarioError) -> DocumentNode {
        try read { section in
            section.required(key.name, for: key.summary).flatMap { value in
                if case .list = value.node.content { return value.node }
                value.report("\(value.name) must be a list")
                return nil
            }
        }
    }
}

extension DocumentNode {
    /// A list with the items of another one behind its own.
    fileprivate static func += (list: inout DocumentNode, other: DocumentNode) {
        guard case .list(let items) = list.content, case .list(let others) = other.content else { return }
        list.content = .list(items + others)
    }
}
