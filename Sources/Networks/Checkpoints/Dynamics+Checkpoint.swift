import SimulationEngine

extension KuramotoModel: Resumable {
    /// Archives the phases, the graph and the natural frequencies.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try interaction.archiveState(in: archive)
        try state.archiveState(in: archive)
    }
}

extension InertialKuramotoModel: Resumable {
    /// Archives the phases and velocities, the graph and the natural frequencies.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try interaction.archiveState(in: archive)
        try state.archiveState(in: archive)
    }
}

extension PhaseCoupling {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try archive.values(&frequencies)
        guard archive.isReading else { return }
        guard frequencies.count == graph.vertexCount else {
            throw .damaged(reason: "\(graph.vertexCount) vertices have \(frequencies.count) natural frequencies")
        }
        // The rows that are kept are those of another graph.
        revision = -1
    }
}

extension CoupledDynamics: Resumable {
    /// Archives the states, the graph, and the parameters of each vertex.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try state.archiveState(in: archive)
        var count = dynamics.count
        try archive.count(&count, atMost: max(1, graph.vertexCount))
        while dynamics.count < count { dynamics.append(Dynamics()) }
        for parameter in Dynamics.parameters {
            var values = dynamics.map { $0[keyPath: parameter.path] }
            try archive.values(&values, asMany: "the number of vertices with parameters")
            guard archive.isReading else { continue }
            for vertex in dynamics.indices { dynamics[vertex][keyPath: parameter.path] = values[vertex] }
        }
    }
}

extension EquationModel: Resumable {
    /// Archives the states, the graph, the parameters but for what is drawn for each step, the variables of edges, states of before, and what events have left behind.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try network.archiveState(in: archive)
        try state.archiveState(in: archive)
        for (index, known) in system.parameters.values.prefix(parameters.count).enumerated() {
            var numbers = known
            try archive.values(&numbers)
            guard archive.isReading else { continue }
            guard numbers.count == 1 || numbers.count == graph.vertexCount else {
                throw .damaged(reason: "\(graph.vertexCount) vertices have \(numbers.count) parameters")
            }
            system.parameters.set(index, to: numbers)
        }
        if archive.isReading { system.parameters.makeRoomForDrawn(graph.vertexCount) }
        try system.edgeVariables?.archiveState(in: archive)
        try system.delayed?.history.archiveState(in: archive, nodeCount: state.rowCount)
        try events?.archiveState(in: archive)
    }
}

extension MapSteps: Resumable {
    /// Archives the number of steps, which is the time, and for which random numbers are drawn.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.count(&stepCount)
    }
}
