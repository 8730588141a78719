/// Computes a reduction, in memory that it keeps.
///
/// The values of the nodes that count are gathered first, block by block; with groups, they are then put one group
/// after the other; at last each group is reduced.
final class Reducer {
    private let plan: ReductionPlan
    private let values: ExpressionWorkspace?
    private let condition: ExpressionWorkspace?
    private let keys: ExpressionWorkspace?
    private let lookup: GroupLookup?
    private let block = NodeBlock()
    private let chosen = NodeBlock()
    private let sample = GroupedSample()

    init(_ plan: ReductionPlan) {
        self.plan = plan
        values = plan.expression.map { ExpressionWorkspace($0.program) }
        condition = plan.domain.condition.map { ExpressionWorkspace($0.program) }
        keys = plan.groups.map { ExpressionWorkspace($0.key.program) }
        lookup = plan.groups.map { GroupLookup($0.values) }
    }

    /// The numbers of the reduction for each group.
    func evaluate<Model: SimulationModel>(_ model: Model, at time: Double) -> [Double] {
        gather(from: model, at: time)
        guard let groups = plan.groups else { return plan.reduction.numbers(of: sample.all) }
        sample.partition(groupCount: groups.values.count)
        return groups.values.indices.flatMap { plan.reduction.numbers(of: sample.group($0)) }
    }

    private func gather<Model: SimulationModel>(from model: Model, at time: Double) {
        let limit = model.nodeCount
        guard plan.domain.candidates != .all || model.population?.isComplete == false else {
            sample.removeAll(capacity: limit)
            for start in stride(from: 0, to: limit, by: ExpressionWorkspace.blockSize) {
                gather(block.nodes(from: start, below: limit), of: model, at: time)
            }
            return
        }
        let list = plan.domain.present(in: model)
        sample.removeAll(capacity: list.count)
        list.withUnsafeBufferPointer { list in
            precondition(list.areAll(below: limit), "a node is out of range: there are \(limit)")
            for start in stride(from: 0, to: list.count, by: ExpressionWorkspace.blockSize) {
                let end = min(start + ExpressionWorkspace.blockSize, list.count)
                gather(UnsafeBufferPointer(rebasing: list[start..<end]), of: model, at: time)
            }
        }
    }

    /// Gathers the values of those nodes of a block that count.
    private func gather<Model: SimulationModel>(
        _ nodes: UnsafeBufferPointer<Int>, of model: Model, at time: Double
    ) {
        let counting = condition.map { chosen.nodes(nodes, where: $0.evaluate(nodes, of: model, at: time)) } ?? nodes
        guard !counting.isEmpty else { return }
        let numbers = values?.evaluate(counting, of: model, at: time)
        guard let keys, let lookup else {
            sample.append(numbers, count: counting.count)
            return
        }
        sample.append(numbers, count: counting.count) {
            lookup.find(keys.evaluate(counting, of: model, at: time), count: counting.count, into: $0)
        }
    }
}
