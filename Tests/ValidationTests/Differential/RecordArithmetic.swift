import Foundation
import TestSupport

/// What plain arithmetic on a full record says of what a run has found.
struct RecordArithmetic {
    let scenario: WatchedScenario
    let record: FullRecord
    let outcome: RunOutcome

    /// What does not agree, in words.
    private(set) var failures: [String] = []

    private var kind: RandomSystem.Kind { scenario.system.kind }
    private var times: [Double] { record.times }

    init(_ scenario: WatchedScenario, _ record: FullRecord, _ outcome: RunOutcome) {
        self.scenario = scenario
        self.record = record
        self.outcome = outcome
    }

    /// Compares all tables with the record.
    mutating func check() throws {
        for watch in scenario.watches {
            let table = try outcome.table(watch.name)
            for (node, values) in record.series(watch.subject, in: scenario.system).enumerated() {
                let isOfField = if case .field = watch.subject { true } else { false }
                let rows = Self.rows(of: table, node: isOfField ? node : nil)
                let place = "\(watch.name), node \(node)"
                switch watch.kind {
                case .crossing(let way): checkCrossings(rows, of: values, watch.level, way, place)
                case .firstPassages: checkPassage(rows, of: values, watch.level, place)
                case .membership: if kind != .adaptive { checkMembership(rows, of: values, watch.level, place) }
                }
            }
        }
        try checkStatistics()
    }

    private struct Row {
        let time: Double
        let what: String
    }

    private static func rows(of table: CSVColumns, node: Int?) -> [Row] {
        let texts = table.texts(table.header.contains("change") ? "change" : "direction")
        let nodes = table.texts("node")
        return table.numbers("time").enumerated().compactMap { index, time in
            guard node == nil || nodes[index] == "\(node ?? 0)" else { return nil }
            return Row(time: time, what: texts[index])
        }
    }

    // MARK: Levels

    private mutating func checkCrossings(
        _ rows: [Row], of values: [Double], _ level: Double, _ way: Watch.CrossedWay, _ place: String
    ) {
        var rest = rows[...]
        for index in 1..<values.count {
            let isUp = values[index] >= level
            let hasCrossed = (values[index - 1] >= level) != isUp
            let found = take(from: &rest, until: times[index])
            let span = "between \(times[index - 1]) and \(times[index])"
            for row in found {
                checkPlace(row.time, index, values, level, place)
                let isTold = way == .level || (row.what == "upwards") == (way == .above)
                if !isTold { failures.append("\(place): a crossing \(row.what) is told \(span)") }
            }
            if kind == .noisy && !hasCrossed { continue }
            let isWanted = way == .level || isUp == (way == .above)
            let expected = hasCrossed && isWanted ? 1 : 0
            // Two between two moments may be there, or one of one direction.
            let isPlausible = way == .level ? found.count % 2 == expected : found.count >= expected
            // Of several events between two moments some may lead back.
            let isOneWay = kind != .noisy && kind != .jumps
            if !isPlausible || hasCrossed && expected == 0 && isOneWay && !found.isEmpty {
                failures.append(
                    "\(place): \(found.count) crossings instead of \(expected) \(span), from \(values[index - 1]) to "
                        + "\(values[index]) about \(level)")
            }
        }
        if !rest.isEmpty { failures.append("\(place): \(rest.count) crossings after the last moment") }
    }

    private mutating func checkPassage(_ rows: [Row], of values: [Double], _ level: Double, _ place: String) {
        let reached = values.firstIndex { $0 >= level }
        guard rows.count <= 1 else { return failures.append("\(place): \(rows.count) first passages") }
        guard let time = rows.first?.time else {
            if let reached { failures.append("\(place): no first passage, but it has passed at \(times[reached])") }
            return
        }
        guard time > 0 else {
            if reached != 0 { failures.append("\(place): it has not passed at the beginning") }
            return
        }
        if let reached, time > times[reached] {
            failures.append("\(place): passed at \(time), but it had at \(times[reached]) already")
        }
        let index = times.firstIndex { $0 >= time } ?? times.count - 1
        checkPlace(time, index, values, level, place)
    }

    /// Checks that a number has the level at a time in an interval, by the cubic polynomial through four moments.
    private mutating func checkPlace(
        _ time: Double, _ index: Int, _ values: [Double], _ level: Double, _ place: String
    ) {
        switch kind {
        case .noisy, .jumps: return
        case .sweeps:
            if !times.contains(time) { failures.append("\(place): \(time) is between two sweeps") }
            return
        case .adaptive, .fixed:
            let first = min(max(0, index - 2), values.count - 4)
            let points = Array(first..<first + 4)
            let spread = zip(points, points.dropFirst()).map { abs(values[$1] - values[$0]) }.max() ?? 0
            let error = abs(cubic(at: time, through: points, values) - level)
            // Forces that end somewhere have corners, and so have extrema over nodes.
            if error > 0.05 * spread + 1e-6 {
                failures.append("\(place): at \(time) it is \(error) off the level, of \(spread) between two moments")
            }
        }
    }

    private func cubic(at time: Double, through points: [Int], _ values: [Double]) -> Double {
        points.reduce(0) { sum, point in
            let weight = points.filter { $0 != point }.reduce(1.0) {
                $0 * (time - times[$1]) / (times[point] - times[$1])
            }
            return sum + weight * values[point]
        }
    }

    private func take(from rows: inout ArraySlice<Row>, until time: Double) -> [Row] {
        let taken = rows.prefix { $0.time <= time }
        rows = rows.dropFirst(taken.count)
        return Array(taken)
    }

    // MARK: Groups

    private mutating func checkMembership(_ rows: [Row], of values: [Double], _ level: Double, _ place: String) {
        var isMember = values[0] >= level
        var rest = rows[...]
        for index in 1..<values.count {
            for row in take(from: &rest, until: times[index]) {
                if (row.what == "joined") == isMember { failures.append("\(place): \(row.what) twice at \(row.time)") }
                isMember = row.what == "joined"
            }
            guard isMember != (values[index] >= level) else { continue }
            return failures.append("\(place): at \(times[index]) the membership is wrong")
        }
    }

    // MARK: Statistics

    private mutating func checkStatistics() throws {
        for number in scenario.system.quantities.indices {
            let samples = record.quantity(number)
            let table = try outcome.table("s\(number)")
            let rows = Dictionary(
                zip(table.texts("statistic"), table.texts("value")), uniquingKeysWith: { first, _ in first })
            let mean = samples.reduce(0, +) / Double(samples.count)
            let squares = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
            let expected = [
                "mean": mean, "variance": squares / Double(samples.count - 1), "minimum": samples.min() ?? .nan,
                "maximum": samples.max() ?? .nan,
            ]
            let scale = max(abs(expected["minimum"] ?? 0), abs(expected["maximum"] ?? 0), 1e-3)
            for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
                let found = rows[name].flatMap(Double.init) ?? .nan
                if !(abs(found - value) <= 1e-10 * scale * max(scale, 1)) {
                    failures.append("the \(name) of q\(number) is \(found) instead of \(value)")
                }
            }
            // A condition on it chooses exactly the moments at which it holds.
            let chosen = try outcome.table("c\(number)").numbers("time")
            let wanted = zip(times, samples).filter { $0.1 >= mean.rounded(to: 6) }.map(\.0)
            if chosen != wanted {
                failures.append("the condition on q\(number): \(chosen.count) of \(wanted.count) moments")
            }
        }
    }
}

extension Double {
    func rounded(to digits: Int) -> Double {
        let factor = pow(10, Double(digits))
        return (self * factor).rounded() / factor
    }
}
