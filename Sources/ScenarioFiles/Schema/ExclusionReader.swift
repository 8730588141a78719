import Particles

/// Reads which bonded particles an interaction leaves out:
///
///     exclude: bonded                         particles that are one bond apart, also called 1-2
///     exclude: [1-2, 1-3]                     and two bonds apart
///     exclude: {1-2: 0, 1-3: 0, 1-4: 0.5}     or what remains of the interaction, all of it unless given
///
/// The bonds are those of all interactions along bonds, wherever in the list these stand.
struct ExclusionReader {
    /// The bonds; `nil` if some could not be read.
    let bonds: [Bond]?

    /// What was read: there may be nothing to exclude.
    struct Reading {
        let pairs: Exclusions?
    }

    private enum Pair: String, CaseIterable {
        case bonded
        case oneTwo = "1-2"
        case oneThree = "1-3"
        case oneFour = "1-4"

        /// How many bonds the two are apart.
        var separation: Int {
            switch self {
            case .bonded, .oneTwo: 1
            case .oneThree: 2
            case .oneFour: 3
            }
        }
    }

    func read(_ section: Section) -> Reading? {
        guard let value = section.optional("exclude") else { return Reading(pairs: nil) }
        let weights = value.form == .mapping ? weightsBySeparation(value) : namedPairs(value)
        guard let weights, let bonds else { return nil }
        guard !bonds.isEmpty else {
            value.report(
                "there are no bonds, so that there is nothing to exclude", expected: "'bonds' among the interactions")
            return nil
        }
        do throws(BondError) {
            return Reading(pairs: try Exclusions(bonds, weights: weights))
        } catch {
            value.report("\(error)")
            return nil
        }
    }

    private func namedPairs(_ value: Value) -> [Double]? {
        value.distinct(orLone: true, of: "pairs") { item -> Pair? in item.choice() }.map { pairs in
            (1...3).map { separation in pairs.contains { $0.separation == separation } ? 0 : 1 }
        }
    }

    private func weightsBySeparation(_ value: Value) -> [Double]? {
        value.section { section in
            let weights = [Pair.oneTwo, .oneThree, .oneFour].map { pair in
                section.optional(pair.rawValue).map { $0.number(.closed(0...1)) } ?? 1
            }
            if section.keys.isEmpty {
                value.report(
                    "'exclude' must say which pairs", expected: "bonded, or weights such as {1-2: 0, 1-4: 0.5}")
                return nil
            }
            let known = weights.compactMap { $0 }
            return known.count == weights.count ? known : nil
        }
    }
}
