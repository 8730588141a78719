extension Value {
    /// Warns of transitions in a list that say the same as one before them. Each happens for itself, which is seldom meant.
    func warnOfRepeatedTransitions() {
        guard form == .list else { return }
        var known: Set<String> = []
        _ = list(of: "transitions") { item -> Value? in
            if !known.insert(item.node.comparableYAML).inserted {
                item.warn(
                    "this transition stands twice, and happens as often as both together",
                    expected: "one of them, or one with the sum of the rates if that is what is meant")
            }
            return item
        }
    }
}
