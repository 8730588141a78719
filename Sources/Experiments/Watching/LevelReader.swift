import Descriptions
import SimulationEngine

/// The keys that say which level, and from where it is reached.
enum LevelKeys {
    static let above = key("above", "a level that is reached from below")
    static let below = key("below", "a level that is reached from above")
    static let either = key("level", "a level that is reached from either side")

    private static func key(_ name: String, _ summary: String) -> ParameterDescription {
        ParameterDescription(name, summary, .number(.any), .oneOf(["above", "below", "level"]))
    }
}

/// Reads the one of some keys that says which level, and from where it is reached.
struct LevelReader {
    let keys: [ParameterDescription]

    func read(_ section: Section) -> (value: Double, directions: CrossingDirections)? {
        guard let (key, value) = section.exactlyOne(of: keys, in: section.value.name, to: "which level") else {
            return nil
        }
        let directions: CrossingDirections =
            key == LevelKeys.above ? .upwards : key == LevelKeys.below ? .downwards : .either
        return value.number().map { ($0, directions) }
    }
}
