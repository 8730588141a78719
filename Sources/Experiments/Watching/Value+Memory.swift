import SimulationEngine

extension Value {
    /// Tests if there is as much memory as what the value describes needs; a shortage is reported.
    package func hasMemory(_ shortage: MemoryShortage?) -> Bool {
        if let shortage { report("\(shortage)") }
        return shortage == nil
    }
}
