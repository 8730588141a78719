import ObserverCore
import TestSupport
import Testing

// Every operand has a form of its own, so that the compiler must find an operator for each pair of forms: `x` is a
// value, `o` an optional, `v` a variable, `m` a variable that may be missing.
@Suite(.tracksLifetimes) struct StringOperatorTests {
    private let x = "x", xo: String? = "x", xv = track(Var<String>("x")), xvo = track(Var<String?>("x"))
    private let xm: Var<String>? = track(Var("x")), xmo: Var<String?>? = track(Var("x"))
    private let y = "y", yo: String? = "y", yv = track(Var<String>("y")), yvo = track(Var<String?>("y"))
    private let ym: Var<String>? = track(Var("y")), ymo: Var<String?>? = track(Var("y"))

    @Test func concatenation() {
        let all = [String](repeating: "xy", count: 6)
        #expect([x + y, x + yo, x + yv, x + yvo, x + ym, x + ymo] == all)
        #expect([xo + y, xo + yo, xo + yv, xo + yvo, xo + ym, xo + ymo] == all)
        #expect([xv + y, xv + yo, xv + yv, xv + yvo, xv + ym, xv + ymo] == all)
        #expect([xvo + y, xvo + yo, xvo + yv, xvo + yvo, xvo + ym, xvo + ymo] == all)
        #expect([xm + y, xm + yo, xm + yv, xm + yvo, xm + ym, xm + ymo] == all)
        #expect([xmo + y, xmo + yo, xmo + yv, xmo + yvo, xmo + ym, xmo + ymo] == all)
    }

    @Test func appending() {
        var x = x
        var xo = xo
        inTurn(x += y, x += yo, x += yv, x += yvo, x += ym, x += ymo)
        inTurn(xo += y, xo += yo, xo += yv, xo += yvo, xo += ym, xo += ymo)
        inTurn(xv += y, xv += yo, xv += yv, xv += yvo, xv += ym, xv += ymo)
        inTurn(xvo += y, xvo += yo, xvo += yv, xvo += yvo, xvo += ym, xvo += ymo)
        inTurn(xm += y, xm += yo, xm += yv, xm += yvo, xm += ym, xm += ymo)
        inTurn(xmo += y, xmo += yo, xmo += yv, xmo += yvo, xmo += ym, xmo += ymo)
        #expect([x, xo, xv.value, xvo.value, xm?.value, xmo?.value] == Array(repeating: "xyyyyyy", count: 6))
    }

    @Test func literals() {
        #expect(["a" + xv, "a" + xvo, "a" + xm, "a" + xmo, "a" + xo] == ["ax", "ax", "ax", "ax", "ax"])
        #expect([xv + "b", xvo + "b", xm + "b", "a" + xmo + "b", xo + "b"] == ["xb", "xb", "xb", "axb", "xb"])
        inTurn(xv += "c", xvo += "d", xm += "e", xmo += "f")
        #expect([xv.string, xvo.string, xm.string, xmo.string] == ["xc", "xd", "xe", "xf"])
    }

    @Test func nilCountsAsEmpty() {
        let noText: Var<String>? = nil
        let noOptionalText: Var<String?>? = nil
        let noString: String? = nil
        #expect(noText + "a" + noString + Var<String?>() + noOptionalText + "b" == "ab")
        inTurn(noText += "a", noOptionalText += "b", noText.string = "c", noOptionalText.string += "d")
        #expect(noText == nil)
        #expect(noOptionalText == nil)
    }
}

@Suite(.tracksLifetimes) struct StringVariableTests {
    private let text = track(Var("1234567"))
    private let optionalText = track(Var<String?>())

    @Test func stringReadsNilAsEmptyAndReplacesIt() {
        #expect(optionalText.string == "")
        optionalText.string += "append"
        #expect(optionalText.value == "append")
        text.string += "8"
        #expect(text.value == "12345678")
        let variable: Var<String?>? = track(Var("a"))
        variable.string += "b"
        #expect(variable?.value == "ab")
        var value: String?
        value.string += "c"
        #expect(value == "c")
        var plain = "d"
        plain.string += value.string
        #expect(plain == "dc")
    }

    @Test func appendingSendsOneUpdateAndNoneForNothing() {
        let log = UpdateLog(of: text)
        text += "8"
        text += Var<String?>()
        text += ""
        text <- text + "9"
        #expect(log.updates == [Update("1234567", "12345678"), Update("12345678", "123456789")])
    }

    @Test func variablesAreCollectionsOfCharacters() {
        #expect(text.count == 7)
        #expect(text[text.startIndex] == "1")
        #expect(text[text.index(before: text.endIndex)] == "7")
        #expect(text[text.index(after: text.startIndex)...].dropLast(2) == "2345")
        #expect(Array(text.indices) == Array("1234567".indices))
        #expect(String(text.reversed()) == "7654321")
        #expect(text.last == "7")
        #expect(Array(text).count == 7)
        #expect(optionalText.isEmpty)
        optionalText <- "e\u{301}🇩🇪"
        #expect(optionalText.count == 2)
        #expect(optionalText.first == "é")
    }

    @Test func iteratingGoesThroughTheStringAsItWas() {
        var characters: [Character] = []
        for character in text {
            characters.append(character)
            text <- ""
        }
        #expect(String(characters) == "1234567")
    }

    @Test func genericAlgorithmsTakeVariables() {
        func ends<Text: BidirectionalCollection<Character>>(of text: Text) -> [Character?] { [text.first, text.last] }
        #expect(ends(of: text) == ["1", "7"])
        #expect(ends(of: optionalText) == [nil, nil])
    }

    @Test func variablesDescribeThemselvesAsTheirStrings() {
        text.value = "a \"quote\"\n"
        #expect(text.description == "a \"quote\"\n")
        #expect("\(text)" == text.value)
        #expect(text.debugDescription == text.value.debugDescription)
        #expect(optionalText.description == "")
        #expect(optionalText.debugDescription == "\"\"")
    }

    @Test func textCanBeWrittenToVariables() {
        let log = UpdateLog(of: optionalText)
        optionalText.write("a")
        optionalText.write("")
        #expect(log.updates == [Update(nil, "a")])
        var stream = optionalText
        print("b", 3, to: &stream)
        #expect(optionalText.value == "ab 3\n")
    }
}
