import ArgumentParser
import Foundation

/// Measures how fast numbers are written as text, by ``CSVFile`` and in other ways, side by side.
@main
struct CSVWriting: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "csv-writing",
        abstract: "Measures how many numbers a second are written as text.",
        discussion: """
            The result is CSV: the median of the processor's time in the runs, in which the ways take turns, for each kind of \
            numbers and each way, and how many times as fast as by 'description' that is.
            """)

    @Option(help: ArgumentHelp("How many numbers are written at a time.", valueName: "number"))
    var count = 3_000_000

    @Option(help: ArgumentHelp("How often everything is measured.", valueName: "number"))
    var runs = 5

    func validate() throws {
        guard (3...300_000_000).contains(count) else { throw ValidationError("Give a count from 3 to 300000000.") }
        guard (1...1000).contains(runs) else { throw ValidationError("Give a number of runs from 1 to 1000.") }
    }

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("csv-writing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("numbers,way,nanoseconds,numbers_per_second,ratio")
        for kind in NumberKind.allCases {
            // Whole rows of three.
            let numbers = try kind.numbers(count: count / 3 * 3)
            try measure(kind, numbers, in: folder)
        }
    }

    private func measure(_ kind: NumberKind, _ numbers: [Double], in folder: URL) throws {
        var times: [WritingWay: [Double]] = [:]
        for _ in 0..<runs {
            for way in WritingWay.allCases {
                let path = folder.appendingPathComponent(way.rawValue).path
                // The processor's time, which counts only while this runs.
                let start = clock()
                try way.write(numbers, to: path)
                let seconds = Double(clock() - start) / Double(CLOCKS_PER_SEC)
                times[way, default: []].append(seconds * 1e9 / Double(numbers.count))
            }
            try check(in: folder)
        }
        let medians = times.mapValues { $0.sorted()[$0.count / 2] }
        for way in WritingWay.allCases {
            guard let time = medians[way], let reference = medians[.description] else { continue }
            let figures = [time, 1e9 / time, reference / time]
            let texts = zip(["%.1f", "%.3g", "%.2f"], figures).map { String(format: $0, $1) }
            print(([kind.rawValue, way.rawValue] + texts).joined(separator: ","))
        }
    }

    /// Compares the file with that of the descriptions, and removes all files.
    private func check(in folder: URL) throws {
        let texts = try [WritingWay.file, .description].map { way in
            try Data(contentsOf: folder.appendingPathComponent(way.rawValue))
        }
        guard texts[0] == texts[1] else { throw ValidationError("The text is not that of the descriptions.") }
        for way in WritingWay.allCases {
            try FileManager.default.removeItem(at: folder.appendingPathComponent(way.rawValue))
        }
    }
}
