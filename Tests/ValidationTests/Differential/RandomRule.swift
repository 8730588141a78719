import TestSupport

/// Draws rules of `when`, as deep as they come, at moments that any step of a system has.
struct RandomRule {
    let system: RandomSystem

    /// A number that may change.
    let number: String

    /// A condition over quantities.
    let condition: String

    /// Draws a rule.
    ///
    /// - Parameters:
    ///   - depth: How deep it may be.
    ///   - isWatched: Whether it is one of nothing that names moments.
    ///   - random: Where numbers come from.
    /// - Returns: The rule as a mapping of YAML.
    func draw(depth: Int = 3, isWatched: Bool = false, _ random: inout SeededGenerator) -> String {
        let entries = entries(depth: depth, isWatched: isWatched, &random)
        // Two beside each other must both be met.
        guard depth > 0, random.below(3) == 0 else { return "{\(entries.key): \(entries.value)}" }
        let others = self.entries(depth: depth - 1, isWatched: isWatched, &random)
        guard entries.key != others.key else { return "{\(entries.key): \(entries.value)}" }
        return "{\(entries.key): \(entries.value), \(others.key): \(others.value)}"
    }

    private func entries(
        depth: Int, isWatched: Bool, _ random: inout SeededGenerator
    ) -> (key: String, value: String) {
        let time = (system.unit * Double(1 + random.below(18))).decimal
        let between = (system.unit * random.uniform(0...18)).decimal
        switch isWatched ? [2, 3, 4, 5, 8, 11, 12][random.below(depth > 0 ? 7 : 4)] : random.below(depth > 0 ? 13 : 8) {
        case 0: return ("every", (system.unit * Double(1 + random.below(5))).decimal)
        case 1: return ("at", "[\(time), \((system.unit * Double(random.below(18))).decimal)]")
        case 2: return ("if", "'\(condition)'")
        case 3: return ("from", between)
        case 4: return ("until", between)
        case 5: return ("changed", "{of: '\(number)', by: \((system.unit * 2.3).decimal)}")
        case 6: return ("start", "true")
        case 7: return ("end", "true")
        case 8: return ("not", draw(depth: depth - 1, isWatched: true, &random))
        // What is only said not to be meant is due at the other steps of 'integrate'.
        case 9, 10:
            let every = (system.unit * Double(1 + random.below(3))).decimal
            return ("all", "[{every: \(every)}, {not: \(draw(depth: depth - 1, &random))}]")
        case 11: return ("any", list(depth: depth - 1, isWatched: isWatched, &random))
        default: return ("all", list(depth: depth - 1, isWatched: isWatched, &random))
        }
    }

    private func list(depth: Int, isWatched: Bool, _ random: inout SeededGenerator) -> String {
        let items = (0..<2 + random.below(2)).map { _ in draw(depth: depth, isWatched: isWatched, &random) }
        return "[\(items.joined(separator: ", "))]"
    }
}
