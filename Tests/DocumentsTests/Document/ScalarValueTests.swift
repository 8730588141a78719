import Testing

@testable import Documents

@Suite struct ScalarValueTests {
    @Test(arguments: ["", "~", "null", "Null", "NULL"])
    func null(text: String) { #expect(ScalarValue(plain: text) == .null) }

    @Test(arguments: [("true", true), ("True", true), ("TRUE", true), ("false", false), ("FALSE", false)])
    func boolean(text: String, value: Bool) { #expect(ScalarValue(plain: text) == .boolean(value)) }

    @Test(arguments: [
        ("0", 0), ("-1", -1), ("+12", 12), ("007", 7), ("0x1F", 31), ("0xfF", 255), ("0o17", 15),
        ("-9223372036854775808", Int.min),
    ])
    func integer(text: String, value: Int) {
        guard case .integer(let integer) = ScalarValue(plain: text) else {
            Issue.record("\(text) is no integer")
            return
        }
        #expect(integer.converted(to: Int.self) == value)
        #expect(integer.double == Double(value))
    }

    @Test(arguments: [
        ("1e-12", 1e-12), ("1.0e-12", 1e-12), (".5", 0.5), ("5.", 5), ("-.5", -0.5), ("+1.5E+3", 1500),
        ("1e999", .infinity), (".inf", .infinity), ("-.INF", -.infinity), ("0.1", 0.1), ("-0.0", -0.0),
    ])
    func number(text: String, value: Double) { #expect(ScalarValue(plain: text) == .number(value)) }

    @Test func notANumber() { #expect(ScalarValue(plain: ".nan") == .number(.nan)) }

    @Test(arguments: [
        "yes", "no", "on", "off", "y", "1_000", "1:30", "0b11", "0o8", "0xG", "0x", "-0x1", "1e", "e5", ".", "-", "+",
        "1.2.3", "1 2", "2001-01-01", "nan", "inf", "tRUE", "1e+", "--1", ".e5", "1,5", "infinity", "0x1p3",
    ])
    func text(text: String) { #expect(ScalarValue(plain: text) == .text(text)) }

    @Test func quotedScalarsAreText() {
        #expect(ScalarValue(DocumentNode.Scalar(text: "1", isPlain: false)) == .text("1"))
        #expect(ScalarValue(DocumentNode.Scalar(text: "", isPlain: false)) == .text(""))
    }

    @Test func everyShortestNumberReadsBack() {
        var generator = SplitMix(state: 7)
        for _ in 0..<2_000 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let text = "\(number)"
            switch ScalarValue(plain: text) {
            case .number(let value): #expect(value.bitPattern == number.bitPattern)
            default: Issue.record("\(text) is no number")
            }
        }
    }
}
