import Foundation
import Testing

@testable import Documents

@Suite struct SourceTextTests {
    @Test func linesEndAsInYAML() {
        let source = SourceText(name: "x", text: "a\nb\r\nc\rd\u{85}e\u{2028}f\u{2029}")
        #expect(source.lines.map { String($0) } == ["a", "b", "c", "d", "e", "f", ""])
        #expect(source.line(2) == "b")
        #expect(source.line(0) == "")
        #expect(source.line(8) == "")
    }

    @Test func locationsStayInsideTheText() {
        let source = SourceText(name: "x", text: "ab\nc")
        let far = TextLocation(source: source, line: 9, column: 9, length: 9)
        #expect((far.line, far.column, far.length) == (2, 2, 1))
        let near = TextLocation(source: source, line: -1, column: -1, length: -1)
        #expect((near.line, near.column, near.length) == (1, 1, 1))
        let long = TextLocation(source: source, line: 1, column: 2, length: 9)
        #expect(long.length == 1)
    }

    @Test(arguments: [
        ("'a' b", 3), ("'it''s' b", 7), (#""a\"b" c"#, 6), ("'open  ", 5), ("[1, [2, 3], 4] x", 14),
        ("{a: ']', b: 2}, c", 14), ("[it's, 2], 3", 9), ("[1, 2  ", 5),
    ])
    func tokensAreMeasured(text: String, length: Int) {
        #expect(SourceText(name: "x", text: text).bracketedLength(line: 1, column: 1) == length)
    }

    @Test func missingFile() {
        let path = "/nowhere/at-all.yml"
        #expect { try SourceText(path: path) } throws: { error in
            "\(error)" == "/nowhere/at-all.yml: error: no such file\n1 error"
        }
    }

    @Test func folder() {
        #expect { try SourceText(path: "/tmp") } throws: { error in
            "\(error)" == "/tmp: error: this is a folder, not a file\n1 error"
        }
    }

    @Test func fileIsRead() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).yml")
        try Data([0xEF, 0xBB, 0xBF] + "a: ä\n".utf8).write(to: url)
        defer { try? FileManager.default.removeItem(at: url) }
        let source = try SourceText(path: url.path)
        #expect(source.text == "a: ä\n")
        #expect(source.name == url.path)
    }

    @Test func notUTF8() {
        let bytes = Array("a: 1\nname: M".utf8) + [0xFC] + Array("ller\n".utf8)
        #expect { try SourceText(name: "latin.yml", bytes: bytes) } throws: { error in
            "\(error)" == """
                latin.yml:2:8: error: the text is not valid UTF-8
                  name: M?ller
                         ^
                  expected: a file saved as UTF-8
                1 error
                """
        }
    }

    @Test func cutUTF8() {
        #expect { try SourceText(name: "cut.yml", bytes: [0x61, 0xE2, 0x82]) } throws: { error in
            guard let location = (error as? ScenarioError)?.diagnostics.first?.location else { return false }
            return location.line == 1 && location.column == 2
        }
    }
}
