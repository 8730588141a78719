import SimulationEngine

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
