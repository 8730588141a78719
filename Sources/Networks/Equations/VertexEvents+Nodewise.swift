import SimulationEngine

// Vertices that do not depend on each other between events.

extension VertexEvents {
    var areNodesIndependent: Bool {
        let programs = system.equations.programs
        return programs.folds.isEmpty && programs.edgeRates == nil && system.delayed == nil
    }

    func rates(
        of nodes: UnsafeBufferPointer<Int32>, at times: UnsafePointer<Double>, _ state: UnsafePointer<Double>,
        into rates: UnsafeMutablePointer<Double>
    ) {
        for block in nodes.indices.blocks {
            for column in 0..<system.fields.variableCount {
                ownRates.write(column, to: rates + column * nodes.count + block.lowerBound)
            }
            run(ownRates, nodes, block, state) { $0.setTimes(from: times + block.lowerBound, count: block.count) }
        }
        let rests = system.rests
        for (index, node) in nodes.enumerated() {
            let isGone = !population.contains(Int(node))
            guard isGone || rests.areAny(of: Int(node)) else { continue }
            for column in 0..<system.fields.variableCount where isGone || rests.contains(column, of: Int(node)) {
                rates[column * nodes.count + index] = 0
            }
        }
    }

    func copyComparison(
        _ index: Int, of nodes: UnsafeBufferPointer<Int32>, at time: Double, _ state: UnsafePointer<Double>,
        into numbers: UnsafeMutablePointer<Double>
    ) {
        let program = comparisons[index].vertices
        for block in nodes.indices.blocks {
            run(program, nodes, block, state) { $0.setTime(to: time) }
            (numbers + block.lowerBound).update(from: program.result(0), count: block.count)
        }
    }

    /// Runs a program for some of the nodes of a state that is given column after column.
    private func run(
        _ program: ExpressionWorkspace, _ nodes: UnsafeBufferPointer<Int32>, _ block: Range<Int>,
        _ state: UnsafePointer<Double>, settingTime: (ExpressionWorkspace) -> Void
    ) {
        for variable in 0..<system.fields.variableCount {
            program.read(
                system.fields.variable(variable), from: state + variable * nodes.count + block.lowerBound,
                count: block.count)
        }
        withWork(at: 0) { work in
            program.readParameters(UnsafeBufferPointer(rebasing: nodes[block]), work, system.fields)
        }
        settingTime(program)
        program.run(count: block.count)
    }

    func occur(
        at time: Double, to nodes: [Int32], placing place: (UnsafeBufferPointer<Int32>) -> Void
    ) throws -> [Int32] {
        followVertices()
        touch(all: true)
        try makeDue(at: time) { vertex in
            withUnsafePointer(to: Int32(vertex)) { place(UnsafeBufferPointer(start: $0, count: 1)) }
        }
        nodes.withUnsafeBufferPointer(place)
        jumped.removeAll { _ in }
        jumped.formUnion(touched)
        for node in nodes { touched.insert(Int(node)) }
        try withWork(at: time) { (work) throws(VertexEventError) in
            findTouched(work)
            var rounds = 0
            while !found.isEmpty {
                rounds += 1
                guard rounds < Self.mostRounds else { throw endless(at: time) }
                placeReceivers(place)
                touched.removeAll { _ in }
                try makeRound(work)
                jumped.formUnion(touched)
                withWork(at: time, knowing: work) { findTouched($0) }
            }
        }
        return jumped.takeAll()
    }

    /// Puts those into their state that may be receivers of the events that have been found, or are read by what these make of edges.
    private func placeReceivers(_ place: (UnsafeBufferPointer<Int32>) -> Void) {
        let graph = system.network.graph
        placeNeighbours(
            in: graph.outgoing, of: { $0.messages != nil || $0.edgeChanges.contains(where: \.readTargets) }, place)
        placeNeighbours(in: graph.incoming, of: { $0.edgeChanges.contains(where: \.readSources) }, place)
    }

    private func placeNeighbours(
        in rows: AdjacencyRows, of matter: (Event) -> Bool, _ place: (UnsafeBufferPointer<Int32>) -> Void
    ) {
        guard events.contains(where: matter) else { return }
        rows.vertices.withUnsafeBufferPointer { vertices in
            for occasion in found where matter(events[Int(occasion.event)]) {
                place(UnsafeBufferPointer(rebasing: vertices[rows.range(of: Int(occasion.vertex))]))
            }
        }
    }
}
