import GSL

/// The checks that a simulation makes before it relies on a model: once at its beginning, and again whenever nodes have come or
/// gone, so that no step has to.
extension SimulationModel {
    /// Throws an error for names that stand for two things, or for nothing.
    func checkNames() throws(SimulationError) {
        try Self.check(fields, are: "field")
        try Self.check(parameters, are: "parameter")
        try Self.check(Self.quantities.all.map(\.name), are: "quantity")
        try Self.check(fieldGroups.map(\.name), are: "field group")
        for group in fieldGroups {
            for field in group.fields where !fields.contains(field) { throw .unknownField(field, known: fields) }
        }
    }

    private static func check(_ names: [String], are kind: String) throws(SimulationError) {
        var known: Set<String> = []
        for name in names where !known.insert(name).inserted { throw .duplicateName(name, of: kind) }
    }

    /// Throws an error unless everything that there must be for each node is there for each.
    ///
    /// - Complexity: O(1) in the number of nodes.
    func checkSizes() throws(SimulationError) {
        guard nodeCount >= 0 else { throw .invalidModel("there cannot be \(nodeCount) nodes: there must be 0 or more") }
        if let equations = self as? any DifferentialEquations { try equations.checkState() }
        if let equations = self as? any ThermalEquations { try equations.checkMasses() }
        if let population { try checkSize(population.nodeCount, of: "members of the population, past and present") }
        if let nodeNames { try checkSize(nodeNames.count, of: "names of nodes") }
        for (name, count) in countsPerNode { try checkSize(count, of: name) }
    }

    fileprivate func checkSize(_ count: Int, of name: String) throws(SimulationError) {
        guard count == nodeCount else { throw .sizeMismatch(of: name, count: count, nodeCount: nodeCount) }
    }

    /// A closure that tests if all numbers of the state are finite, for an integrator that does not look itself; `nil` if there
    /// is nothing to look at.
    func stateCheck(after integrator: any Integrator) -> (() -> Bool)? {
        guard !(integrator is any StateCheckingIntegrator), let equations = self as? any DifferentialEquations
        else { return nil }
        return equations.finiteStateCheck()
    }
}

extension DifferentialEquations {
    fileprivate func checkState() throws(SimulationError) {
        try checkSize(state.rowCount, of: "rows of the state")
        for (field, name) in fields.enumerated() {
            guard let column = column(ofField: field), !(0..<state.columnCount).contains(column) else { continue }
            throw .invalidModel("the state has \(state.columnCount) columns, but '\(name)' is in column \(column)")
        }
        if self is any SecondOrderEquations, state.columnCount % 2 != 0 {
            throw .invalidModel(
                "the state of equations of the second order has \(state.columnCount) columns, but must have an even number: "
                    + "positions, and as many velocities")
        }
    }

    fileprivate func finiteStateCheck() -> () -> Bool {
        { [unowned self] in isStateFinite }
    }

    /// True if no number of the state is infinite or not a number.
    var isStateFinite: Bool {
        state.elements.baseAddress.map { areAllFinite($0, count: state.count) } ?? true
    }

    /// The first number of the state that is infinite or not a number.
    func firstNumberNotFinite() -> (field: String, node: Int, value: Double)? {
        guard !isStateFinite, let index = state.elements.firstIndex(where: { !$0.isFinite }) else { return nil }
        if let (field, _, target) = edgeNumber(at: index) { return (field, target, state.elements[index]) }
        let (column, node) = index.quotientAndRemainder(dividingBy: state.rowCount)
        // A model whose fields are something else than its columns has no names for these.
        let field = fields.count == state.columnCount ? fields[column] : "column \(column)"
        return (field, node, state.elements[index])
    }
}

extension StateFailure {
    /// Names the node and the field, or the edge and its variable, to which a number of a state vector belongs.
    init<Model: DifferentialEquations>(
        in model: Model, component: Int, value: Double, time: Double, last: UnsafeMutableBufferPointer<Double>,
        lastTime: Double
    ) {
        if let (name, source, target) = model.edgeNumber(at: component) {
            self.init(
                node: target, nodeName: model.name(of: target),
                source: model.name(of: source).map { "'\($0)'" } ?? String(source),
                field: name, value: value, time: time, lastTime: lastTime,
                lastValues: [FieldValue(name, last[component])], cause: model.failureCause)
            return
        }
        let rows = model.state.rowCount
        let columns = model.state.columnCount
        // A model whose fields are something else than its columns has no names for these.
        let names = model.fields.count == columns ? model.fields : (0..<columns).map { "column \($0)" }
        let node = component % rows
        self.init(
            node: node, nodeName: model.name(of: node), field: names[component / rows], value: value, time: time,
            lastTime: lastTime, lastValues: (0..<columns).map { FieldValue(names[$0], last[$0 * rows + node]) },
            cause: model.failureCause)
    }
}

extension ThermalEquations {
    fileprivate func checkMasses() throws(SimulationError) {
        try checkSize(masses.count, of: "masses")
        guard (0...state.columnCount / 2).contains(dimensions) else {
            throw .invalidModel(
                "nodes cannot move in \(dimensions) directions with \(state.columnCount / 2) coordinates each")
        }
    }
}

/// An integrator that sees to it itself that a step leads to finite numbers only, and has a better error than the simulation
/// if one does not.
package protocol StateCheckingIntegrator {}
