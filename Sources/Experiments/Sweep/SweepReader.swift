import Descriptions
import SimulationEngine

/// Reads the block `sweep:`.
package struct SweepReader {
    private typealias Keys = SweepKeys

    let data: DataFiles

    package init(data: DataFiles) {
        self.data = data
    }

    package func read(_ value: Value) -> SweepSpecification? {
        value.section(of: Keys.description.parameters) { section in
            let varied = section.readIfGiven(Keys.vary, readVaried)
            let design = section.read(Keys.design, else: .some((Keys.Design.grid, nil))) { readDesign($0) }
            let points = section.value(of: Keys.points)
            let replicates = section.value(of: Keys.replicates)
            let seeds = section.value(of: Keys.seeds)
            let store = section.value(of: Keys.store)
            let summary = section.read(Keys.summarise, else: .some(.standard), readSummary)
            let sought = SweepSearchReader(section: section).read()
            guard let varied, let (design, columns) = design, let points, let replicates, let seeds, let store,
                let summary, let sought
            else { return nil }
            if columns != nil, varied != nil {
                section.refuse(
                    Keys.vary, because: "'vary' has no meaning beside a 'design' of a file, which has the values")
                return nil
            }
            let factors = columns ?? varied ?? []
            let search = sought.flatMap { SweepSearchReader(section: section).check($0, factors) }
            let taken = factors.filter { factor in !(search?.keys.contains(factor.path) ?? false) }
            guard (search == nil) == (sought == nil), checkPoints(points, of: design, taken, section),
                checkReference(summary.reference, factors, section), checkSeeds(search, section)
            else { return nil }
            return SweepSpecification(
                design: design, points: points, replicates: replicates, seeds: search == nil ? seeds : .common,
                store: store, factors: factors, search: search, statistics: summary.statistics,
                quantiles: summary.quantiles, reference: summary.reference)
        }
    }

    /// Checks that what is looked for does not jump with random numbers.
    private func checkSeeds(_ search: SweepSpecification.Search?, _ section: Section) -> Bool {
        guard search != nil, let seeds = section.optional(Keys.seeds.description.name),
            seeds.word == Keys.Seeds.independent.rawValue
        else { return true }
        seeds.report(
            "what is looked for needs the same random numbers at all points",
            expected: "'common', which is the default here")
        return false
    }

    /// Checks that there are as many points as the design needs to be told, and that values which belong together are as many.
    private func checkPoints(
        _ points: Int?, of design: Keys.Design, _ factors: [SweepSpecification.Factor], _ section: Section
    ) -> Bool {
        guard !design.isSampling else {
            guard points == nil, !factors.isEmpty else { return true }
            section.value.report("'points' is missing", expected: "how many points '\(design.rawValue)' samples")
            return false
        }
        guard points == nil else {
            section.refuse(
                Keys.points, because: "'points' has no meaning for '\(design.rawValue)', which takes all values")
            return false
        }
        let place = section.optional(Keys.vary.name) ?? section.value
        for factor in factors where factor.count == nil {
            let isRange = if case .range = factor.values { true } else { false }
            place.report(
                isRange
                    ? "'\(factor.path)' has no 'count'"
                    : "'\(factor.path)' has a distribution, of which a grid takes no values",
                expected: "a 'count' or a list, or a design that samples, such as latin-hypercube")
            return false
        }
        if design == .grid, let (path, value) = repeated(factors) {
            place.report("the value \(value) of '\(path)' stands twice, which would be the same runs")
            return false
        }
        guard design == .zip, let first = factors.first,
            let other = factors.first(where: { $0.count != first.count })
        else { return true }
        place.report(
            "'zip' takes the first value of each key, then the second and so on, but '\(first.path)' has \(first.count ?? 0) "
                + "values and '\(other.path)' \(other.count ?? 0)")
        return false
    }
}

// MARK: - Keys

extension SweepReader {
    /// A value that stands twice among those of a key.
    private func repeated(_ factors: [SweepSpecification.Factor]) -> (path: String, value: String)? {
        for factor in factors {
            guard case .listed(let values) = factor.values else { continue }
            var seen: Set<String> = []
            if let value = values.first(where: { !seen.insert($0).inserted }) { return (factor.path, value) }
        }
        return nil
    }

    /// Checks that no key lies in another one that is varied, whose values would take its place.
    private func checkNesting(_ factors: [SweepSpecification.Factor], _ value: Value) -> Bool {
        let keys = factors.map { SweepSpecification.keys(of: $0.path) }
        for (index, key) in keys.enumerated() {
            guard let other = keys[..<index].firstIndex(where: { $0.starts(with: key) || key.starts(with: $0) }) else {
                continue
            }
            value.report(
                "'\(factors[index].path)' and '\(factors[other].path)' are the same key, or one lies in the other")
            return false
        }
        return true
    }
}

extension SweepSpecification {
    /// The keys and numbers of items of a path.
    package static func keys(of path: String) -> [String] {
        path.split { ".[]".contains($0) }.map { key in Int(key).map(String.init) ?? String(key) }
    }
}

// MARK: - Values

extension SweepReader {
    private func readVaried(_ value: Value) -> [SweepSpecification.Factor]? {
        value.section(of: [Keys.varied]) { section in
            let factors = section.keys.map { path -> SweepSpecification.Factor? in
                guard let value = section.optional(path), checkPath(path, value), let values = readValues(value, path)
                else { return nil }
                return SweepSpecification.Factor(path: path, values: values)
            }
            let read = factors.compactMap { $0 }
            return read.count == factors.count && checkNesting(read, value) ? read : nil
        }
    }

    private func checkPath(_ path: String, _ value: Value) -> Bool {
        let top = path.prefix { $0 != "." && $0 != "[" }
        guard top != "sweep", path != "seed" else {
            value.report(
                path == "seed"
                    ? "'seed' is varied by 'replicates', which give each run a seed of its own"
                    : "a sweep cannot vary itself")
            return false
        }
        return true
    }

    private func readValues(_ value: Value, _ path: String) -> SweepSpecification.Values? {
        switch value.form {
        case .list: return value.list(.atLeast(1), of: "values") { $0.node.comparableYAML }.map { .listed($0) }
        case .mapping where value.hasKey(Keys.from.description.name): return readRange(value).map { .range($0) }
        case .mapping where value.hasKey(Keys.column.name): return readColumn(value, path).map { .listed($0) }
        case .mapping:
            guard let numbers = NodeNumbersReader(nodeCount: nil).read(value) else { return nil }
            guard case .drawn(let law) = numbers else {
                value.report("\(value.name) must be one of the distributions uniform, normal, cauchy")
                return nil
            }
            return .drawn(law)
        case .scalar, .nothing:
            value.refuse(expected: "a list of values, a range such as {from: 0, to: 1, count: 11}, or a distribution")
            return nil
        }
    }

    private func readRange(_ value: Value) -> SweepSpecification.Range? {
        value.section(of: Keys.range) { section in
            let from = section.value(of: Keys.from)
            let to = section.value(of: Keys.to)
            let count = section.value(of: Keys.count)
            let scale = section.value(of: Keys.scale)
            let integers = section.value(of: Keys.integers)
            guard let from, let to, let count, let scale, let integers else { return nil }
            guard scale == .linear || from > 0 && to > 0 else {
                section.value.report("numbers that follow each other by the same factor must be greater than 0")
                return nil
            }
            guard from < to else {
                section.value.report("'from' must be less than 'to'")
                return nil
            }
            return SweepSpecification.Range(from: from, to: to, count: count, scale: scale, areIntegers: integers)
        }
    }

    private func readColumn(_ value: Value, _ path: String) -> [String]? {
        value.section(of: Keys.ofColumn) { section in
            let column = section.read(Keys.column) { $0.string() }
            let file = section.required(Keys.columnFile)
            guard let column, let file else { return nil }
            return data.read(file, at: file.path.joined(separator: ".")) { table throws(DataFileError) in
                guard let index = table.header.firstIndex(where: { $0.text == column }) else {
                    let names = table.header.map { "'\($0.text)'" }.joined(separator: ", ")
                    throw DataFileError(
                        file: table.file, problems: [.init(line: 1, "there is no column '\(column)', but \(names)")])
                }
                return table.rows.map { $0[index].text.asYAML }
            }
        }
    }
}

// MARK: - Designs and summaries

extension SweepReader {
    private func readDesign(_ value: Value) -> (Keys.Design, [SweepSpecification.Factor]?)? {
        guard value.form == .mapping else { return value.choice(of: Keys.Design.self).map { ($0, nil) } }
        return value.section(of: [Keys.file]) { section in
            section.read(Keys.file) { file in
                data.read(file, at: "sweep.design.file") { table throws(DataFileError) in
                    guard !table.rows.isEmpty else {
                        throw DataFileError(
                            file: table.file, problems: [.init(line: 1, "there is no row, hence no point")])
                    }
                    return table.header.enumerated().map { index, name in
                        SweepSpecification.Factor(
                            path: name.text, values: .listed(table.rows.map { $0[index].text.asYAML }))
                    }
                }
            }.map { (Keys.Design.zip, $0) }
        }
    }

    /// The summary that is computed over replicates.
    struct Summary {
        let statistics: [SweepKeys.Statistic]
        let quantiles: [Double]
        let reference: [SweepSpecification.Setting]?
        static let standard = Summary(statistics: [.mean, .error], quantiles: [0.05, 0.5, 0.95], reference: nil)
    }

    private func readSummary(_ value: Value) -> Summary? {
        value.section(of: Keys.ofSummary) { section in
            let statistics = section.read(Keys.statistics, else: Summary.standard.statistics) {
                $0.distinct(of: "statistics") { $0.choice(of: Keys.Statistic.self) }
            }
            let quantiles = section.read(Keys.quantiles, else: Summary.standard.quantiles) {
                $0.distinct(of: "quantiles") { $0.number(.closed(0...1)) }
            }
            let reference = section.readIfGiven(Keys.reference, readReference)
            guard let statistics, let quantiles, let reference else { return nil }
            return Summary(statistics: statistics, quantiles: quantiles, reference: reference)
        }
    }

    private func readReference(_ value: Value) -> [SweepSpecification.Setting]? {
        value.section(of: [Keys.referenceValue]) { section in
            section.keys.compactMap { path in
                section.optional(path).map { SweepSpecification.Setting(path: path, value: $0.node.comparableYAML) }
            }
        }
    }

    /// Checks that what points are compared with is said by keys that are varied.
    private func checkReference(
        _ reference: [SweepSpecification.Setting]?, _ factors: [SweepSpecification.Factor], _ section: Section
    ) -> Bool {
        guard let unknown = reference?.first(where: { setting in !factors.contains { $0.path == setting.path } }) else {
            return true
        }
        let place = section.optional(Keys.summarise.name) ?? section.value
        place.report(
            "'\(unknown.path)' of 'reference' is not varied",
            expected: "keys of 'vary', as they are written there: \(factors.map(\.path).joined(separator: ", "))")
        return false
    }
}

extension SweepSpecification.Factor {
    /// How many values there are; `nil` if it is the design that says so.
    package var count: Int? {
        switch values {
        case .listed(let list): list.count
        case .range(let range): range.count
        case .drawn: nil
        }
    }
}
