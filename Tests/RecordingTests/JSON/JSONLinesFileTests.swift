import Foundation
import ObserverCore
import Recording
import SimulationEngine
import TestSupport
import Testing

@Suite struct JSONLinesFileTests {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// The lines as Foundation reads them.
    private func objects(_ name: String) throws -> [NSDictionary] {
        try directory.read(name).split(separator: "\n").map {
            try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? NSDictionary)
        }
    }

    @Test("Each number, however large or small, is read back as the same double")
    func numbers() throws {
        let numbers: [Double] = [
            0, -0.0, 1, 0.1, -1.0 / 3, 1e-5, 1.7976931348623157e308, 9007199254740992, 1e16, 123456789.125,
        ]
        let file = try JSONLinesFile(creating: directory.path(of: "t.jsonl"), columns: ["a"])
        for number in numbers {
            file.append(number)
            try file.endRow()
        }
        try file.flush()
        let read = try objects("t.jsonl").map { try #require($0["a"] as? Double) }
        #expect(read.map(\.bitPattern) == numbers.map(\.bitPattern))
    }

    @Test("What is not a finite number is null, and so is what is left empty")
    func null() throws {
        let file = try JSONLinesFile(creating: directory.path(of: "t.jsonl"), columns: ["a", "b", "c", "d", "e"])
        file.append(.nan)
        file.append(.infinity)
        file.append(-.infinity)
        file.appendNothing()
        file.append(integer: -17)
        try file.endRow()
        try file.flush()
        #expect(try directory.read("t.jsonl") == #"{"a":null,"b":null,"c":null,"d":null,"e":-17}"# + "\n")
        #expect(try objects("t.jsonl")[0]["a"] is NSNull)
    }

    @Test(
        "Any text is read back as it was, also as a key",
        arguments: ["", "Sun", "say \"no\"", "a\\b", "two\nlines\r\t", "\u{0}\u{1}\u{1F}\u{7F}", "Ä 😀 \u{2028}", "/"])
    func texts(text: String) throws {
        let file = try JSONLinesFile(creating: directory.path(of: "t.jsonl"), columns: [text])
        let ready = file.text(text)
        for _ in 0..<2 {
            file.append(ready)
            try file.endRow()
        }
        try file.flush()
        #expect(try objects("t.jsonl") == [[text: text], [text: text]])
    }

    @Test("A recorder writes an object for each node, with its name or its number")
    func nodes() throws {
        for (names, first) in [(nil, #""node":0"#), (["Ada \"A\"", "Bob"], #""node":"Ada \"A\"""#)] {
            let name = names == nil ? "numbers.jsonl" : "names.jsonl"
            let simulation = try drifting(2, names: names)
            let recorder = try NodeRecorder(
                simulation, nodes: .all, fields: ["position"], at: simulation.every(time: 1),
                to: .jsonLines(directory.path(of: name)))
            try simulation.run(until: 1)
            try recorder.finish()
            let text = try directory.read(name)
            #expect(text.hasPrefix(#"{"time":0.0,"# + first + #","x":0.0,"y":0.0}"# + "\n"))
            #expect(try objects(name).map { $0["x"] as? Double } == [0, 1, 2, 3])
        }
    }

    @Test("Nothing is overwritten")
    func existing() throws {
        let path = directory.path(of: "t.jsonl")
        try Data("old".utf8).write(to: URL(fileURLWithPath: path))
        let error = #expect(throws: RecordingError.self) { try JSONLinesFile(creating: path, columns: ["a"]) }
        #expect(error?.description == "the file '\(path)' cannot be created: File exists")
    }

    @Test("To a stream, the rows of a moment are written when the moment is over")
    func streams() throws {
        let path = directory.path(of: "stream")
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        defer { close(descriptor) }
        let table = JSONLinesFile(TextStream(descriptor: descriptor, name: "a pipe"), columns: ["a"])
        table.append(1)
        try table.endRow()
        #expect(try directory.read("stream").isEmpty)
        try table.endMoment()
        #expect(try directory.read("stream") == "{\"a\":1.0}\n")
        #expect(table.path == "a pipe")
    }

    @Test("A stream that takes nothing more is an error that names it")
    func fullStream() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let table = JSONLinesFile(TextStream(descriptor: descriptor, name: "standard output"), columns: ["a"])
        table.append(1)
        try table.endRow()
        let error = #expect(throws: RecordingError.self) { try table.endMoment() }
        #expect(error?.description == "the standard output cannot be written: No space left on device")
    }
}
