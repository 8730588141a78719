import CKernels
import SimulationEngine

/// Changes of the variables of edges by events.
extension VertexEvents {
    /// The changes of an event to the edges in one direction, with memory for the program.
    final class EdgeChanges {
        let program: ExpressionWorkspace
        let changed: [Int]
        let areIncoming: Bool

        /// True if what becomes of edges that lead away depends on variables of their targets.
        let readTargets: Bool

        /// True if what becomes of edges that lead to the vertex depends on variables of their sources.
        let readSources: Bool

        init(_ programs: EventPrograms.EdgeChanges, areIncoming: Bool, _ fields: EquationFields) {
            let program = ExpressionWorkspace(programs.program)
            let variables = 0..<fields.variableCount
            (self.program, changed, self.areIncoming) = (program, programs.changed, areIncoming)
            readTargets = !areIncoming && variables.contains { program.reads(fields.variable($0)) }
            readSources = areIncoming && variables.contains { program.reads(fields.sourceVariable($0)) }
        }
    }

    /// A number that a variable of an edge cannot become.
    struct EdgeRefusal: BitwiseCopyable {
        let variable: Int
        let value: Double
        let event: Int32
        let source: Int32
        let target: Int32

        func error(at time: Double, _ system: EquationSystem) -> VertexEventError {
            .edgeNotFinite(
                variable: system.equations.edgeVariables[variable], source: Int(source), target: Int(target),
                value: value,
                time: time, event: Int(event))
        }
    }

    /// Changes the variables of edges as the events that have been found say: by the state of vertices before, and by what the changes
    /// before have made of the edges.
    ///
    /// - Complexity: O(d) for d edges of the vertices.
    func changeEdges(_ work: EquationWork) {
        guard let columns = work.edges, events.contains(where: { !$0.edgeChanges.isEmpty }) else { return }
        let graph = system.network.graph
        forEachEvent { event, vertices in
            for vertex in vertices {
                let occasion = Occasion(event: Int32(event), vertex: vertex)
                for changes in events[event].edgeChanges {
                    change(changes, of: occasion, changes.areIncoming ? graph.incoming : graph.outgoing, columns, work)
                }
            }
        }
    }

    private func change(
        _ changes: EdgeChanges, of occasion: Occasion, _ rows: AdjacencyRows, _ columns: EdgeNumbers.Columns,
        _ work: EquationWork
    ) {
        let (ends, program) = (events[Int(occasion.event)].condition, changes.program)
        let (own, others) = changes.areIncoming ? (ends.targets, ends.sources) : (ends.sources, ends.targets)
        let key = changes.areIncoming ? EventDraws.ofIncoming(drawn(occasion)) : drawn(occasion)
        program.setTime(to: work.time)
        work.parameters.giveShared(to: program, system.fields)
        let all = rows.range(of: Int(occasion.vertex))
        for block in all.blocks {
            for (edge, entry) in block.enumerated() {
                own.pointer[edge] = occasion.vertex
                others.pointer[edge] = rows.vertices[entry]
                ends.weights.pointer[edge] = rows.weights?[entry] ?? 1
                ends.places.pointer[edge] =
                    changes.areIncoming
                    ? columns.place(ofIncoming: entry, to: Int(occasion.vertex), from: all.lowerBound)
                    : columns.place(ofOutgoing: entry)
            }
            ends.gather(block.count, to: program, 0, work)
            draws?.draw(
                from: ends.sources.pointer, to: ends.targets.pointer, count: block.count, for: program, occasion: key)
            program.run(count: block.count)
            write(changes, of: occasion, ends, count: block.count, columns)
        }
    }

    private func write(
        _ changes: EdgeChanges, of occasion: Occasion, _ ends: EquationWorkspace, count: Int,
        _ columns: EdgeNumbers.Columns
    ) {
        for (result, variable) in changes.changed.enumerated() {
            let (column, numbers) = (columns.column(variable), changes.program.result(result))
            for edge in 0..<count {
                if !numbers[edge].isFinite, round.refusal == nil {
                    round.refusal = EdgeRefusal(
                        variable: variable, value: numbers[edge], event: occasion.event,
                        source: ends.sources.pointer[edge], target: ends.targets.pointer[edge])
                }
                column[Int(ends.places.pointer[edge])] = numbers[edge]
            }
        }
    }
}
