/// Which runs of a sweep belong into which of its archives.
struct SweepArchives: Sendable {
    /// The keys of the archives, in the order of the first runs that belong to them.
    let keys: [Substring]

    private let indices: [Substring: [Int]]
    private let plan: SweepPlan

    /// - Complexity: O(n) for n runs, each of whose scenarios is made for its name.
    init(of sweep: Sweep, _ shard: (part: Int, of: Int)?) throws {
        plan = sweep.plan
        var indices: [Substring: [Int]] = [:]
        var keys: [Substring] = []
        for index in 0..<plan.runCount where shard.map({ index % $0.of == $0.part - 1 }) ?? true {
            let key = SweepDirectory.archiveKey(of: try plan.run(index))
            if indices[key] == nil { keys.append(key) }
            indices[key, default: []].append(index)
        }
        (self.keys, self.indices) = (keys, indices)
    }

    /// The runs that belong into an archive.
    func runs(of key: Substring) throws -> [SweepRun] { try (indices[key] ?? []).map { try plan.run($0) } }
}
