import Descriptions
import SimulationEngine

extension SweepKeys {
    /// How a minimum is looked for.
    enum Method: String, CaseIterable, ParameterValue, Sendable {
        case nelderMead = "nelder-mead"
    }

    static let minimise = ParameterDescription(
        "minimise",
        "the quantity whose mean over replicates is to be least: a column of a table, of which the last row counts",
        .text, .optional)
    static let quantity = ParameterDescription("quantity", "the quantity, as for 'minimise'", .text)
    static let equals = Parameter("equals", "the value that its mean over replicates is to have")
    static let ofFind = [ParameterDescription](quantity, equals)
    static let find = ParameterDescription(
        "find", "a value of a quantity, for which that of one key is looked for", .record(ofFind), .optional)
    static let by = ParameterDescription(
        "by", "the keys of 'vary' whose values are looked for, between the bounds of their ranges: all unless given",
        .list(of: .text, count: 1...100), .optional)
    static let method = Parameter<Method>("method", "how the least value is looked for", default: .nelderMead)
    static let table = ParameterDescription(
        "table", "the table that has the quantity, where several have a column of this name", .text, .optional)
    static let tolerance = Parameter(
        "tolerance", "how exactly values are looked for, as parts of their ranges", .between(1e-12, 0.1), default: 1e-3)
    static let evaluations = Parameter(
        "evaluations", "at how many points the quantity is computed at most", in: 3...1_000_000, default: 200)
    static let ofSearch = [ParameterDescription](minimise, find, by, method, table, tolerance, evaluations)
}

/// Reads what a sweep looks for.
struct SweepSearchReader {
    private typealias Keys = SweepKeys

    let section: Section

    /// - Returns: `.some(nil)` if it looks for nothing; `nil` if something is wrong, which is reported.
    func read() -> SweepSpecification.Search?? {
        let minimise = section.readIfGiven(Keys.minimise) { $0.string() }
        let find = section.readIfGiven(Keys.find, readFind)
        let by = section.readIfGiven(Keys.by) { $0.distinct(of: "keys") { $0.string() } }
        let method = section.value(of: Keys.method, notingDefault: false)
        let table = section.readIfGiven(Keys.table) { $0.string() }
        let tolerance = section.value(of: Keys.tolerance, notingDefault: false)
        let evaluations = section.value(of: Keys.evaluations, notingDefault: false)
        guard let minimise, let find, let by, method != nil, let table, let tolerance, let evaluations else {
            return nil
        }
        guard let quantity = minimise ?? find?.quantity else {
            for key in Keys.ofSearch {
                section.refuse(key, because: "'\(key.name)' has no meaning without 'minimise' or 'find'")
            }
            return .some(nil)
        }
        if find != nil {
            section.refuse(Keys.minimise, because: "a sweep has either 'minimise' or 'find', not both")
            section.refuse(Keys.method, because: "'method' has no meaning for 'find', which brackets the value")
        }
        return SweepSpecification.Search(
            goal: find.map { .value($0.equals) } ?? .minimum, quantity: quantity, table: table, keys: by ?? [],
            tolerance: tolerance, greatestCount: evaluations)
    }

    private func readFind(_ value: Value) -> (quantity: String, equals: Double)? {
        value.section(of: Keys.ofFind) { section in
            let quantity = section.read(Keys.quantity) { $0.string() }
            let equals = section.value(of: Keys.equals)
            guard let quantity, let equals else { return nil }
            return (quantity, equals)
        }
    }

    /// Checks that there are ranges for the keys.
    ///
    /// - Returns: The search by all keys if it names none; `nil` if something is wrong, which is reported.
    func check(
        _ search: SweepSpecification.Search, _ factors: [SweepSpecification.Factor]
    ) -> SweepSpecification.Search? {
        var search = search
        if search.keys.isEmpty { search.keys = factors.map(\.path) }
        return checkKeys(search.keys, factors, isOne: search.goal != .minimum) ? search : nil
    }

    private func checkKeys(_ keys: [String], _ factors: [SweepSpecification.Factor], isOne: Bool) -> Bool {
        let place = section.optional(Keys.by.name) ?? section.optional(Keys.vary.name) ?? section.value
        guard !keys.isEmpty, keys.count == 1 || !isOne else {
            place.report(
                isOne ? "'find' looks for the value of one key" : "there is no key whose value could be looked for",
                expected: "'vary' with a range such as {from: 0, to: 1}\(isOne ? ", and its key in 'by'" : "")")
            return false
        }
        for key in keys {
            guard let factor = factors.first(where: { $0.path == key }) else {
                place.report(
                    "'\(key)' is not varied",
                    expected:
                        "keys of 'vary', as they are written there: \(factors.map(\.path).joined(separator: ", "))")
                return false
            }
            guard case .range(let range) = factor.values, range.count == nil else {
                place.report(
                    "'\(key)' is looked for, and must have a range without 'count'",
                    expected: "the bounds between which to look, such as {from: 0, to: 1}")
                return false
            }
        }
        return true
    }
}
