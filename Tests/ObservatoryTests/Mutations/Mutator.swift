import Foundation
import SimulationEngine
import TestSupport

@testable import ScenarioFiles

/// Makes scenarios of which something was replaced, removed, doubled or taken from elsewhere: nearly right, as those are that
/// people write.
struct Mutator {
    /// The lines of the shipped scenarios, made small, and of those in which everything is observed.
    private let bases: [[Substring]]

    /// All names and numbers in the shipped scenarios and in the examples of the documentation.
    private let words: [Substring]

    /// Numbers at the bounds of what there is, and what is no number.
    private static let extremes = [
        "0", "-1", "1", "2", "3", "7", "0.5", "0.1", "100", "1e5", "1e-9", "1e15", "1e300", "-1e300", "1e-320",
        "4294967296",
        "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551615",
        ".inf", "-.inf", ".nan", "true", "null", "''", "[]", "{}", "all", "time", "end",
    ].map { $0[...] }

    init() throws {
        let shipped = try ShippedScenarios.names.map { name in
            let source = try SourceText(path: ShippedScenarios.path(of: name))
            let changes = ShippedScenarios.smaller(name).map { Override($0) }
            // Of a sweep 'validate' looks at more than 'run' does.
            return Self.lines(try Document(source, overrides: changes).removing("sweep").yaml())
        }
        bases = shipped + WatchedScenarios.all.map { Self.lines($0.text) }
        let articles = packageFolder + "/Sources/ScenarioFiles/ScenarioFiles.docc"
        let examples = try ["ScenarioFormat", "NetworkModels"].flatMap { name in
            try String(contentsOfFile: "\(articles)/\(name).md", encoding: .utf8).components(separatedBy: "```")
                .filter { $0.hasPrefix("yaml") }.flatMap { Self.lines(String($0.dropFirst(4))) }
        }
        let found = (bases.joined() + examples).flatMap { line in Self.words(in: line).map { line[$0] } }
        words = Set(found).sorted()
    }

    /// The mutant of a seed.
    func mutant(seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        var lines = bases[random.below(bases.count)]
        for _ in 0...random.below(2) where !lines.isEmpty { mutate(&lines, &random) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func mutate(_ lines: inout [Substring], _ random: inout SeededGenerator) {
        let index = random.below(lines.count)
        switch random.below(20) {
        case 0: lines.removeSubrange(Self.block(at: index, of: lines))
        case 1: lines.insert(contentsOf: lines[Self.block(at: index, of: lines)], at: index)
        case 2, 3: insertItem(into: &lines, &random)
        default: replaceWord(in: &lines[index], &random)
        }
    }

    /// Replaces a value, most often a number by another one, now and then a key: few mutants would be valid else.
    private func replaceWord(in line: inout Substring, _ random: inout SeededGenerator) {
        var places = Self.words(in: line)
        let values = places.filter { !line[$0.upperBound...].hasPrefix(":") }
        if !values.isEmpty, random.below(12) > 0 { places = values }
        let numbers = places.filter { Double(line[$0]) != nil }
        if !numbers.isEmpty, random.below(3) > 0 { places = numbers }
        guard let place = places.randomElement(using: &random) else { return }
        var new = [Self.extremes, words][random.below(2)].randomElement(using: &random) ?? "0"
        if let number = Double(line[place]), random.below(6) > 0 { new = Self.number(near: number, &random)[...] }
        line = line[..<place.lowerBound] + new + line[place.upperBound...]
    }

    private static func number(near number: Double, _ random: inout SeededGenerator) -> String {
        switch random.below(6) {
        case 0: (number * 2).plain
        case 1: (number / 2).plain
        case 2: (number * 10).plain
        case 3: (number + 1).plain
        case 4: (-number).plain
        default: ["0", "1", "2", "3", "5", "12", "0.3", "1e-3"][random.below(8)]
        }
    }

    /// Puts an item of a list of some scenario beside an item of this one.
    private func insertItem(into lines: inout [Substring], _ random: inout SeededGenerator) {
        let other = bases[random.below(bases.count)]
        let isItem = { (line: Substring) in line.drop { $0 == " " }.hasPrefix("- ") }
        guard let target = lines.indices.filter({ isItem(lines[$0]) }).randomElement(using: &random),
            let source = other.indices.filter({ isItem(other[$0]) }).randomElement(using: &random)
        else { return }
        let shift = Self.indentation(of: lines[target]) - Self.indentation(of: other[source])
        let item = other[Self.block(at: source, of: other)].map { line in
            shift >= 0 ? String(repeating: " ", count: shift) + line : line.dropFirst(-shift)
        }
        lines.insert(contentsOf: item, at: target)
    }

    // MARK: Text

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n")
    }

    private static func indentation(of line: Substring) -> Int {
        line.prefix { $0 == " " }.count
    }

    /// A line and those below it that belong to it.
    private static func block(at index: Int, of lines: [Substring]) -> Range<Int> {
        let own = indentation(of: lines[index])
        let end = lines[(index + 1)...].firstIndex { indentation(of: $0) <= own } ?? lines.count
        return index..<end
    }

    private static func words(in line: Substring) -> [Range<Substring.Index>] {
        line.split { " ,:[]{}'\"#()".contains($0) }.filter { $0 != "-" }.map { $0.startIndex..<$0.endIndex }
    }
}
