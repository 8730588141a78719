import SimulationEngine

extension EquationSystem {
    /// A number that tells on which branches the rates are; `nil` if they do not jump, nor have kinks if these count.
    ///
    /// - Complexity: O(operations · (n + m)) for n vertices and m edges.
    func branches(at time: Double, of state: UnsafePointer<Double>, withKinks: Bool) -> UInt64? {
        guard let branches = withKinks ? branchesWithKinks : branches else { return nil }
        withWork(at: time, of: state) { work in
            team.forEachRun(of: work.rowCount) { run in
                branches.withElement { workspace in
                    for block in run.blocks { workspace.addBranches(of: block, work) }
                }
            }
        }
        return branches.reduceFree(0) { $0 &+ $1.takeBranches() }
    }
}
