import Descriptions
import Particles

/// The keys of pairs that are excluded from an interaction.
enum ExclusionKeys {
    static let oneTwo = weight("1-2", "one bond")
    static let oneThree = weight("1-3", "two bonds")
    static let oneFour = weight("1-4", "three bonds")
    static let all = [ParameterDescription](oneTwo, oneThree, oneFour)

    /// In an interaction.
    static let exclude = ParameterDescription(
        "exclude", "which bonded particles it leaves out, or what remains of it for them",
        .either(pairs, or: .either(.list(of: pairs, count: 1...4), or: .record(all))), .optional)
    private static let pairs = ParameterKind.choice(["bonded", "1-2", "1-3", "1-4"])

    private static func weight(_ name: String, _ distance: String) -> Parameter<Double?> {
        Parameter(name, "what remains for particles that are \(distance) apart, all of it unless given", .fraction)
            .optional
    }
}

/// Reads which bonded particles an interaction leaves out. The bonds are those of all interactions along bonds, wherever in the
/// list these stand.
struct ExclusionReader {
    /// The bonds; `nil` if some could not be read.
    let bonds: [Bond]?

    /// The result of reading: there may be nothing to exclude.
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
        guard let value = section.given(ExclusionKeys.exclude) else { return Reading(pairs: nil) }
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
        value.section(of: ExclusionKeys.all) { section in
            let weights = [ExclusionKeys.oneTwo, ExclusionKeys.oneThree, ExclusionKeys.oneFour].map {
                section.value(of: $0).map { $0 ?? 1 }
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
