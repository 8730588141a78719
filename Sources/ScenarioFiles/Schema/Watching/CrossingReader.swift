import ObserverCore
import Recording
import SimulationEngine

/// A level that is watched, as far as that is known before there is a simulation.
struct CrossingPlan<Model: SimulationModel> {
    /// What crosses it.
    enum Subject {
        case number(QuantityExpression<Model>)
        case field(String, nodes: [Int])
    }

    let subject: Subject
    let level: Double
    let directions: CrossingDirections
    let hysteresis: Double
    let tolerance: Double

    /// What crosses the level, for messages.
    var name: String {
        switch subject {
        case .number(let number): number.name
        case .field(let field, let nodes): nodes.count == 1 ? "\(field) of a node" : "\(field) of nodes"
        }
    }

    /// Has a closure called with each crossing. What it throws ends the run.
    func attach(to run: WatchedRun<Model>, _ act: @escaping (Crossing) throws -> Void) {
        let receive = { [unowned simulation = run.simulation] (crossing: Crossing) in
            do { try act(crossing) } catch { simulation.fail(with: error) }
        }
        do {
            switch try crossings(in: run.simulation) {
            case .one(let crossing): run.observe(crossing, receive: receive)
            case .many(let crossings): run.observe(crossings, receive: receive)
            }
        } catch {
            run.simulation.fail(with: error)
        }
    }

    /// Records the crossings.
    func recorder(in run: WatchedRun<Model>, to destination: TableDestination) throws -> CrossingRecorder {
        switch try crossings(in: run.simulation) {
        case .one(let crossing): try CrossingRecorder(run.simulation, of: crossing, to: destination)
        case .many(let crossings): try CrossingRecorder(run.simulation, of: crossings, to: destination)
        }
    }

    private enum Crossings {
        case one(LevelCrossing)
        case many(GroupCrossing)
    }

    private func crossings(in simulation: Simulation<Model>) throws -> Crossings {
        switch subject {
        case .number(let expression):
            let number = expression.number(in: simulation)
            return .one(
                try simulation.crossing(
                    of: expression.name, level: level, directions, hysteresis: hysteresis, tolerance: tolerance
                ) { _ in number() })
        case .field(let field, let nodes):
            if nodes.count == 1, hysteresis > 0 {
                return .one(
                    try simulation.crossing(
                        of: field, ofNode: nodes[0], level: level, directions, hysteresis: hysteresis,
                        tolerance: tolerance))
            }
            return .many(
                try simulation.crossings(of: field, ofNodes: nodes, level: level, directions, tolerance: tolerance))
        }
    }
}

/// Reads
///
///     crossing:
///       of: order-parameter               a number; see NumberReader
///       of: {field: x, nodes: [0, 1]}     or a field of given nodes, all unless given
///       above: 0.9                        upwards; or 'below', downwards; or 'level', either way
///       hysteresis: 0.1                   optional: how far it must go back to cross again, 0 unless given
///       tolerance: 1e-9                   optional: how exactly times are located, 1e-12 unless given
struct CrossingReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value) -> CrossingPlan<Model>? {
        value.section { section in
            let subject = section.required("of", for: "what crosses a level").flatMap { self.subject($0) }
            let level = LevelReader(keys: ["above", "below", "level"]).read(section)
            let hysteresisValue = section.optional("hysteresis")
            let hysteresis = hysteresisValue.map { $0.number(.nonNegative) } ?? 0
            let tolerance = section.optional("tolerance").map { $0.number(.positive) } ?? 1e-12
            section.noteDefault("hysteresis", "0")
            section.noteDefault("tolerance", "1e-12")
            guard let subject, let level, let hysteresis, let tolerance else { return nil }
            if case .field(_, let nodes) = subject, nodes.count > 1, hysteresis > 0 {
                hysteresisValue?.report("'hysteresis' has no meaning for several nodes, only for one or for a quantity")
                return nil
            }
            return CrossingPlan(
                subject: subject, level: level.value, directions: level.directions, hysteresis: hysteresis,
                tolerance: tolerance)
        }
    }

    /// The observation that records crossings.
    func observation(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let crossing = read(value)
        let then = section.optional("then").map { $0.choice(of: ["stop"]) } ?? "go-on"
        let table = TableReader(context: context).read(section, defaultName: "crossings")
        guard let crossing, let then, let table else { return nil }
        return { run in
            run.keep(try crossing.recorder(in: run, to: table.destination(in: run.directory)))
            if then == "stop" { crossing.stop(run) }
        }
    }

    private func subject(_ value: Value) -> CrossingPlan<Model>.Subject? {
        guard value.form == .mapping, value.hasKey("field") else {
            return NumberReader(context: context).number(value).map(CrossingPlan.Subject.number)
        }
        return value.section { section in
            let field = section.required("field", for: "the field").flatMap { $0.choice(of: Model.fields) }
            let nodes =
                section.optional("nodes").map { NodeReader(context: context).fixed($0) }
                ?? context.nodeCount.map { Array(0..<$0) }
            section.noteDefault("nodes", "all")
            guard let field, let nodes else { return nil }
            return .field(field, nodes: nodes)
        }
    }
}

extension CrossingPlan {
    /// Ends a run at the first crossing.
    func stop(_ run: WatchedRun<Model>) {
        attach(to: run) { [unowned run, name] crossing in
            run.stop(because: "\(name) crossed its level at time \(crossing.time)")
        }
    }
}

/// Reads the one of some keys that says which level, and from where it is reached.
struct LevelReader {
    let keys: [String]

    func read(_ section: Section) -> (value: Double, directions: CrossingDirections)? {
        guard let (key, value) = section.exactlyOne(of: keys, in: section.value.name, to: "which level") else {
            return nil
        }
        return value.number().map { ($0, key == "above" ? .upwards : key == "below" ? .downwards : .either) }
    }
}

/// Reads
///
///     first-passages:
///       of: x                 a field
///       nodes: all            optional: given nodes, all unless given
///       above: 1              the level; or 'below', reached from above
struct FirstPassagesReader<Model: SimulationModel> {
    let context: WatchContext<Model>

    func read(_ value: Value, _ section: Section) -> Watching<Model>.Part? {
        let watch = watch(value)
        let then = section.optional("then").map { $0.choice(of: ["stop"]) } ?? "go-on"
        let table = TableReader(context: context).read(section, defaultName: "first-passages")
        guard let watch, let then, let table else { return nil }
        return { run in
            let passages = try watch(run.simulation)
            run.keep(try CrossingRecorder(run.simulation, of: passages, to: table.destination(in: run.directory)))
            guard then == "stop" else { return }
            run.observe(passages) { [unowned run, unowned passages] (_: Crossing) in
                guard passages.count == passages.nodes.count else { return }
                run.stop(because: "all nodes have passed their level")
            }
        }
    }

    private func watch(_ value: Value) -> ((Simulation<Model>) throws -> FirstPassages)? {
        value.section { section in
            let field = section.required("of", for: "a field").flatMap { $0.choice(of: Model.fields) }
            let nodes = section.optional("nodes").map { NodeReader(context: context).fixed($0) } ?? []
            let level = LevelReader(keys: ["above", "below"]).read(section)
            section.noteDefault("nodes", "all")
            guard let field, let nodes, let level else { return nil }
            return { simulation in
                try simulation.firstPassages(
                    of: field, ofNodes: nodes.isEmpty ? nil : nodes, level: level.value,
                    level.directions == .downwards ? .downwards : .upwards)
            }
        }
    }
}

extension Value {
    /// Whether the value is a mapping with a key.
    func hasKey(_ key: String) -> Bool {
        guard case .mapping(let entries) = node.content else { return false }
        return entries.contains { $0.key == key }
    }
}
