import Foundation
import TestSupport

/// Something that is watched: which table tells of it, and what should stand there.
struct Watch {
    enum Subject {
        case field(String)
        case quantity(String)
    }

    enum Kind {
        case crossing(CrossedWay)
        case firstPassages
        case membership
    }

    /// From where the level is reached.
    enum CrossedWay: String {
        case above, below, level
    }

    let name: String
    let kind: Kind
    let subject: Subject
    let level: Double

    var yaml: String {
        switch (kind, subject) {
        case (.crossing(let way), .field(let field)):
            "{crossing: {of: {field: \(field)}, \(way.rawValue): \(level.decimal)}, name: \(name)}"
        case (.crossing(let way), .quantity(let quantity)):
            "{crossing: {of: \(quantity), \(way.rawValue): \(level.decimal)}, name: \(name)}"
        case (.firstPassages, .field(let field)):
            "{first-passages: {of: \(field), above: \(level.decimal)}, name: \(name)}"
        case (_, .field(let field)), (_, .quantity(let field)):
            "{changes: {nodes: {where: \(field) >= \(level.decimal)}, memberships-only: true}, name: \(name)}"
        }
    }
}

/// What must not matter for what is found.
struct Look {
    var step: Double?
    var further: [String] = []
    var order: UInt64?
    var threads = 1
    var interruptedAfter: Int?
}

/// A system and how it is watched.
struct WatchedScenario {
    let system: RandomSystem
    let seed: UInt64
    var watches: [Watch] = []
    var intervene: [String] = []
    var stop: [String] = []

    func yaml(_ look: Look) -> String {
        var observe = watches.map(\.yaml) + look.further
        if !intervene.isEmpty { observe.append("{interventions: all, name: w-interventions}") }
        var blocks = [
            system.subject, system.integrate(step: look.step), "seed: \(seed % 1000)",
            "observe: [\(observe.joined(separator: ",\n  "))]", "intervene: [\(intervene.joined(separator: ",\n  "))]",
            "stop: [\(stop.joined(separator: ", "))]",
        ]
        if look.threads > 1 { blocks.append("threads: \(look.threads)") }
        if let order = look.order {
            var random = SeededGenerator(seed: order)
            observe.shuffle(using: &random)
            blocks[3] = "observe: [\(observe.joined(separator: ",\n  "))]"
            blocks.shuffle(using: &random)
        }
        return blocks.joined(separator: "\n") + "\n"
    }

    /// What is recorded besides: everything at each moment.
    var fullRecord: [String] {
        ["{nodes: all, fields: [\(system.fields.joined(separator: ", "))], name: record}"]
            + system.quantities.enumerated().map { "{quantity: \(Self.named($1, "q\($0)")), name: record-q\($0)}" }
    }

    /// A quantity of one's own with a name.
    static func named(_ quantity: String, _ name: String) -> String {
        quantity.hasPrefix("{") ? "{name: \(name), " + quantity.dropFirst() : quantity
    }
}

extension WatchedScenario {
    /// Draws what is watched, with levels that the system reaches.
    mutating func drawWatches(_ record: FullRecord, _ random: inout SeededGenerator) {
        let field = random.pick(system.fields)
        let quantity = random.below(system.quantities.count)
        let ways: [Watch.CrossedWay] = [.above, .below, .level]
        let fieldLevel = level(in: record.range(ofField: field), isInteger: system.fieldIsInteger, &random)
        let quantityLevel = level(
            in: record.range(ofQuantity: quantity), isInteger: system.quantityIsInteger, &random)
        let name = system.quantities[quantity]
        watches = [
            Watch(name: "w-field", kind: .crossing(random.pick(ways)), subject: .field(field), level: fieldLevel),
            Watch(
                name: "w-quantity", kind: .crossing(random.pick(ways)), subject: .quantity(name), level: quantityLevel),
            Watch(name: "w-passages", kind: .firstPassages, subject: .field(field), level: fieldLevel),
            Watch(name: "w-changes", kind: .membership, subject: .field(field), level: fieldLevel),
        ]
    }

    private func level(in range: ClosedRange<Double>, isInteger: Bool, _ random: inout SeededGenerator) -> Double {
        let part = range.lowerBound + random.uniform(0.2...0.8) * (range.upperBound - range.lowerBound)
        guard isInteger else { return (part * 1e6).rounded() / 1e6 }
        return random.below(2) == 0 ? part.rounded(.up) : part.rounded(.down) + 0.5
    }

    /// Draws interventions, and what ends the run.
    mutating func drawActions(_ random: inout SeededGenerator) {
        let occasions = [
            "crossing: {of: {field: \(fieldOfFirst), nodes: [0]}, level: \(watches[0].level.decimal)}",
            "crossing: {of: \(watches[1].quantity), level: \(watches[1].level.decimal)}",
            "when: {at: \((system.unit * Double(1 + random.below(18))).decimal)}",
            "when: {every: \((system.unit * Double(1 + random.below(5))).decimal)}, once: true",
            "when: {if: '\(condition(&random))'}, once: true",
            "when: {from: \((system.unit * 1.37).decimal), not: {if: '\(condition(&random))'}}, once: true",
        ]
        intervene = (0...random.below(2)).map { number in
            "{name: act-\(number), \(random.pick(occasions)), \(random.pick(system.actions))}"
        }
        switch random.below(4) {
        case 0: stop = ["{crossing: {of: \(watches[1].quantity), level: \(watches[1].level.decimal)}}"]
        case 1: stop = ["{when: {from: \((system.unit * 3).decimal), if: '\(condition(&random))'}}"]
        default: stop = []
        }
    }

    /// Has something be done, or the run stopped, by a rule that is drawn.
    func withRule(_ number: Int, _ random: inout SeededGenerator) -> WatchedScenario {
        var scenario = self
        let rule = RandomRule(system: system, number: limited.name, condition: condition(&random)).draw(&random)
        if random.below(4) == 0 {
            scenario.stop.append("{when: {from: \((system.unit * 3).decimal), all: [\(rule)]}}")
        } else {
            let isDrawnOnce = random.below(4) > 0
            scenario.intervene.append(
                "{name: rule-\(number), when: \(rule), once: \(system.actsOnce ?? isDrawnOnce), \(random.pick(system.actions))}"
            )
        }
        return scenario
    }

    /// A quantity that has a name, else the time, and a limit for it.
    private var limited: (name: String, limit: Double) {
        watches[1].quantity.hasPrefix("{") ? ("time", system.unit * 2.71) : (watches[1].quantity, watches[1].level)
    }

    /// A condition on it, which may hold for a short time only.
    private func condition(_ random: inout SeededGenerator) -> String {
        let (name, limit) = (limited.name, limited.limit.decimal)
        let high = (limited.limit + system.unit * pow(10, -random.uniform(0...4))).decimal
        return random.pick([
            "\(name) >= \(limit)", "\(name) >= \(limit) and \(name) <= \(high)",
            "not (\(name) < \(limit) or sin(\(high) * time) > 0.9)", "abs(\(name) - \(limit)) <= \(high) - \(limit)",
            "min(\(high) - \(name), \(name) - \(limit)) >= 0",
        ])
    }

    private var fieldOfFirst: String {
        if case .field(let field) = watches[0].subject { field } else { system.fields[0] }
    }

    /// Draws a way to look at the same.
    func drawLook(_ random: inout SeededGenerator) -> Look {
        var look = Look(step: system.steps.count > 1 && random.below(3) == 0 ? nil : random.pick(system.steps))
        if system.steps.count == 1 { look.step = system.steps[0] }
        let every = { (random: inout SeededGenerator) in (system.unit * Double(1 + random.below(4))).decimal }
        let quantity = random.pick(system.quantities)
        let further = [
            "{nodes: all, every: \(every(&random)), name: x-nodes}",
            "{quantity: \(Self.named(quantity, "x")), every: \(every(&random)), name: x-quantity}",
            "{crossing: {of: {field: \(random.pick(system.fields))}, level: \(watches[0].level.decimal)}, name: x-crossing}",
            "{changes: {nodes: all}, name: x-changes}",
            "{first-passages: {of: \(random.pick(system.fields)), above: \(watches[2].level.decimal)}, name: x-passages}",
            "{crossing: {of: 'sin(\((3 / system.unit).decimal) * time)', level: 0.5}, name: x-time}",
            "{statistics: {of: time}, every: \(every(&random)), name: x-statistics}",
        ]
        look.further = further.filter { _ in random.below(2) == 0 }
        if random.below(2) == 0 { look.order = random.next() }
        look.threads = 1 + random.below(2) * 2
        if random.below(2) == 0 { look.interruptedAfter = 1 + random.below(12) }
        return look
    }
}

extension Watch {
    fileprivate var quantity: String {
        if case .quantity(let quantity) = subject { quantity } else { "time" }
    }
}

extension WatchedScenario {
    /// Statistics of the quantities, and the moments at which they are above their mean.
    func summaries(of record: FullRecord) -> [String] {
        system.quantities.indices.flatMap { number in
            let samples = record.quantity(number)
            let mean = (samples.reduce(0, +) / Double(samples.count)).rounded(to: 6)
            let name = system.quantities[number].hasPrefix("{") ? "q\(number)" : system.quantities[number]
            return [
                "{statistics: {of: \(name)}, name: s\(number)}",
                "{quantity: \(name), when: {if: \(name) >= \(mean)}, name: c\(number)}",
            ]
        }
    }
}
