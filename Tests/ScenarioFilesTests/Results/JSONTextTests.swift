import Foundation
import Testing

@testable import Experiments
@testable import ScenarioFiles

@Suite struct JSONTextTests {
    private struct Content: Encodable {
        let texts: [String]
        let numbers: [String: Double]
        let counts: [Int]
        let nothing: [String: String?]
        let empty: [Int]
        let none: [String: Int]
    }

    @Test("JSON is laid out as Foundation's encoder does it, to the byte")
    func layout() throws {
        let content = Content(
            texts: ["", "q\"\\/", "\u{8}\u{c}\n\r\t\u{1}\u{1f}\u{7f}", "é😀\u{2028}"],
            numbers: [
                "b": 1, "B": 0.75, "a10": 1e20, "a2": -0.0, "é": 1e-7, "e\u{301}x": 1e16, "z": 123_456_789_012_345_680,
                "😀": 0.1, "\u{e000}": -2.5, "a.csv": 3, "a-1.csv": 4, "a\"": 5,
            ],
            counts: [0, .max, .min], nothing: ["x": nil, "y": "z"], empty: [], none: [:])
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let value = JSONValue.fields([
            "texts": .strings(content.texts), "numbers": .object(of: content.numbers.map { ($0, .number($1)) }),
            "counts": .array(content.counts.map { .integer("\($0)") }),
            "nothing": .object(of: [("x", .null), ("y", .string("z"))]), "empty": .array([]), "none": .object([]),
        ])
        #expect(JSONText.bytes(of: value) == Array(try encoder.encode(content)))
    }
}
