import ArgumentParser
import Foundation
import Networks

/// Measures how fast edge lists are read, from a file to a graph.
@main
struct GraphFiles: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph-files",
        abstract: "Measures the reading of edge lists.",
        discussion: """
            The files list the edges of a directed graph with ten edges a vertex, in the order of their sources like those \
            of SNAP: vertices as numbers, numbers and weights, names. The result is CSV with the columns file, threads, \
            edges, megabytes, seconds, megabytes-per-second and floors: the median wall-clock time of some runs, and its \
            median ratio to that of the floor, the counting of the lines of the same file by memchr, measured in turn.
            """)

    @Option(help: "How often each row is measured.")
    var runs = 5

    @Option(help: "The number of vertices, which must be a multiple of ten; there are ten times as many edges.")
    var vertices = 1_000_000

    @Option(help: "The only file that is measured: 'numbers', 'weights' or 'names'.")
    var only: String?

    func validate() throws {
        guard [nil, "numbers", "weights", "names"].contains(only) else {
            throw ValidationError("'--only' must be 'numbers', 'weights' or 'names'.")
        }
        guard runs >= 1, vertices >= 100, vertices.isMultiple(of: 10) else {
            throw ValidationError("'--runs' must be 1 or more, and '--vertices' a multiple of ten of 100 or more.")
        }
    }

    func run() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("graph-files-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        print("file,threads,edges,megabytes,seconds,megabytes-per-second,floors")
        for content in only.map({ [$0] }) ?? ["numbers", "weights", "names"] {
            let path = folder.appendingPathComponent(content).path
            try write(content, to: path)
            for threads in [1, 2] { try measure(content, path, threads) }
            try FileManager.default.removeItem(atPath: path)
        }
    }

    private func measure(_ content: String, _ path: String, _ threads: Int) throws {
        var options = EdgeList.Options()
        options.threadCount = threads
        options.isDirected = true
        var times: [Double] = []
        var floors: [Double] = []
        var length = 0
        for _ in 0..<runs {
            var count = 0
            times.append(try seconds { count = try EdgeList(contentsOf: path, options: options).graph.edgeCount })
            var lines = 0
            floors.append(try times[times.count - 1] / seconds { (lines, length) = try countLines(path) })
            guard count == 10 * vertices, lines == count else { throw BenchmarkFailure("\(count) edges") }
        }
        let time = times.sorted()[runs / 2]
        let megabytes = Double(length) / 1e6
        print(
            "\(content),\(threads),\(10 * vertices),\(megabytes),\(time),\(megabytes / time),\(floors.sorted()[runs / 2])"
        )
    }

    /// Each vertex has edges to ten others anywhere, none of them twice.
    private func write(_ content: String, to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: nil), let file = FileHandle(forWritingAtPath: path)
        else { throw BenchmarkFailure("cannot write \(path)") }
        var text = ""
        for edge in 0..<10 * vertices {
            let source = edge / 10
            // The factor less one is a multiple of ten, the summand is not: no edge is a loop.
            let target = (618_031 * source + vertices / 100 * 11 * (edge % 10) / 10 * 10 + 7) % vertices
            switch content {
            case "numbers": text += "\(source)\t\(target)\n"
            case "weights": text += "\(source)\t\(target)\t\(Double(edge % 1000) / 1000)\n"
            default: text += "v\(source)\tv\(target)\n"
            }
            guard edge % 100_000 == 99_999 || edge == 10 * vertices - 1 else { continue }
            try file.write(contentsOf: Data(text.utf8))
            text = ""
        }
        try file.close()
    }
}

/// The number of lines of a file and that of its bytes.
private func countLines(_ path: String) throws -> (lines: Int, bytes: Int) {
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    return data.withUnsafeBytes { bytes in
        guard var position = bytes.baseAddress else { return (0, 0) }
        let end = position + bytes.count
        var lines = 0
        while position < end, let next = memchr(position, 10, end - position) {
            lines += 1
            position = UnsafeRawPointer(next) + 1
        }
        return (lines, bytes.count)
    }
}

private func seconds(_ perform: () throws -> Void) rethrows -> Double {
    let clock = ContinuousClock()
    let time = try clock.measure(perform)
    return Double(time.components.seconds) + 1e-18 * Double(time.components.attoseconds)
}

/// A result that is not right.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
