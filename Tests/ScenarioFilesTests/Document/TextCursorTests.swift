import TestSupport
import Testing

@testable import ScenarioFiles

@Suite struct TextCursorTests {
    @Test("It finds what the lines hold, in any order", arguments: 1...5 as ClosedRange<UInt64>)
    func places(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let source = SourceText(name: "", text: "a: [1, 2]\n\n  ä€😀b: &c x\r\nend")
        var cursor = TextCursor(source)
        for _ in 0..<200 {
            let (line, column) = (random.below(6), random.below(14))
            let expected = line >= 1 && column >= 1 ? source.scalars(line: line, from: column).first : nil
            #expect(cursor.scalar(line: line, column: column) == expected, "\(line):\(column)")
        }
    }
}
