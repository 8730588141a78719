import GSL
import ObserverCore
import SimulationEngine

/// Records what the motion of many nodes forgets with time, without keeping it: at the end a table
/// `lag,time,value,pairs` with the mean squared displacement or the autocorrelation of a vector of fields, averaged over
/// the nodes and over the origins that there are.
///
/// See ``MeanSquaredDisplacement`` and ``VectorAutocorrelation``. In a periodic box, displacements need unwrapped
/// positions.
///
/// The nodes are those that are there at the beginning. One that goes counts up to then: it is left out of the pairs of
/// moments of which it has missed one, and each average is over the pairs and nodes that remain.
public final class NodeCorrelationRecorder<Model: SimulationModel>: TableRecorder {
    /// A function of the lag.
    public enum Function: Sendable {
        /// The mean of the squared distance between two moments.
        case meanSquaredDisplacement

        /// The mean of the dot product at two moments.
        case autocorrelation
    }

    /// Keeps the observation of the trigger alive.
    public let receiver = Receiver()

    /// The table.
    public let table: any TableWriter

    private let nodes: [Int]
    private let reader: FieldReader<Model>
    private let times: TimeGrid?
    private let add: (Span<Double>) -> Void

    /// The sums of the samples.
    let function: any Resumable
    private let points: () -> [CorrelationPoint]
    private let simulationPopulation: () -> Population?
    private var vectors: [Double] = []
    private var isFinished = false

    /// Begins to record.
    ///
    /// - Parameters:
    ///   - function: The function.
    ///   - fields: The fields or groups of fields that are the vector of a node, such as `position`.
    ///   - simulation: The simulation, which is not kept alive.
    ///   - nodes: The nodes, at least one; all unless given.
    ///   - lags: The lags.
    ///   - trigger: When samples are taken, at equal intervals.
    ///   - interval: The time from one sample to the next; that of the trigger unless given.
    ///   - destination: Where to.
    /// - Throws: ``RecordingError``, `StatisticsError` if lags are out of range, there is no node, or the interval is not
    ///   positive.
    public init(
        _ function: Function, of fields: [String], in simulation: Simulation<Model>, nodes: [Int]? = nil,
        lags: SeriesStatistics.Options.Autocorrelation = .init(), at trigger: Trigger,
        interval: Double? = nil, to destination: TableDestination
    ) throws {
        let model = simulation.model
        let selection = nodes.map { NodeSelection.nodes($0) } ?? .all
        self.nodes = try selecting(try SelectedNodes(selection, of: model)).nodes(at: 0)
        simulationPopulation = { model.population.flatMap { $0.isComplete ? nil : $0 } }
        let recorded = try RecordedFields(fields, of: model)
        reader = FieldReader(recorded, of: model, isContinuous: true)
        let interval = interval ?? trigger.interval.map { simulation.grid.time(ofStep: $0) }
        if let interval { try StatisticsError.check("interval between samples", isPositive: interval) }
        times = try interval.map { try TimeGrid(step: $0) }
        switch function {
        case .meanSquaredDisplacement:
            let displacement = try MeanSquaredDisplacement(
                nodeCount: self.nodes.count, dimension: recorded.count, points: lags.points, ratio: lags.ratio)
            self.function = displacement
            add = displacement.add
            points = { displacement.displacement }
        case .autocorrelation:
            let correlation = try VectorAutocorrelation(
                nodeCount: self.nodes.count, dimension: recorded.count, points: lags.points, ratio: lags.ratio)
            self.function = correlation
            add = correlation.add
            points = { correlation.correlation }
        }
        vectors.reserveCapacity(self.nodes.count * recorded.count)
        table = try destination.table(columns: ["lag", "time", "value", "pairs"])
        record(simulation, at: trigger) { [unowned self] _ throws(RecordingError) in try sample() }
    }

    private func sample() throws(RecordingError) {
        vectors.removeAll(keepingCapacity: true)
        let population = simulationPopulation()
        try nodes.read { nodes throws(RecordingError) in
            try reader.forEach(of: nodes) { node, values in
                if population?.contains(node) ?? true {
                    vectors.append(contentsOf: values)
                } else {
                    vectors.append(contentsOf: repeatElement(.nan, count: values.count))
                }
            }
        }
        vectors.withUnsafeBufferPointer { add($0.span) }
    }

    /// Writes the table.
    ///
    /// - Throws: ``RecordingError/cannotWrite(path:reason:)``.
    public func finish() throws(RecordingError) {
        guard !isFinished else { return }
        isFinished = true
        for point in points() {
            table.append(integer: point.lag)
            if let times { table.append(times.time(ofStep: point.lag)) } else { table.appendNothing() }
            table.append(point.value)
            table.append(integer: point.pairCount)
            try table.endRow()
        }
        try table.endMoment()
        try flush()
    }
}
