import Foundation
import SimulationEngine
import TestSupport
import Testing

@Suite struct ExpressionLimitTests {
    /// Texts that are nested a number of times, each in another way.
    private func nested(_ times: Int) -> [String] {
        func wrapped(_ opening: String, _ core: String, _ closing: String) -> String {
            String(repeating: opening, count: times) + core + String(repeating: closing, count: times)
        }
        return [
            wrapped("(", "x", ")"), wrapped("sin(", "x", ")"), wrapped("- ", "x", ""), wrapped("not ", "x > 1", ""),
            wrapped("x^", "x", ""), wrapped("1+(", "x", ")"), wrapped("if(x > 1, x, ", "x", ")"),
        ]
    }

    @Test("What is nested too deeply is an error, even on the smallest stack that a thread is given")
    func depth() {
        let texts = nested(FieldExpression.deepestNesting)
        let thread = ResultThread { texts.map { text in (try? FieldExpression(text, fields: ["x"])) != nil } }
        #expect(thread.result() == [Bool](repeating: false, count: texts.count))
        for text in texts {
            let error = #expect(throws: ExpressionError.self) { try FieldExpression(text, fields: ["x"]) }
            #expect(error?.problem == .tooDeep(limit: FieldExpression.deepestNesting))
        }
        for text in nested(FieldExpression.deepestNesting / 2 - 1) {
            #expect(throws: Never.self) { try FieldExpression(text, fields: ["x"]) }
        }
    }

    @Test("Long expressions are fine up to a limit, from which on the length is told")
    func length() throws {
        let longest = "x" + String(repeating: "+x", count: (FieldExpression.longestText - 1) / 2) + " "
        #expect(longest.utf8.count == FieldExpression.longestText)
        #expect(throws: Never.self) { try FieldExpression(longest, fields: ["x"]) }
        let error = #expect(throws: ExpressionError.self) { try FieldExpression(longest + "  ", fields: ["x"]) }
        #expect(error == ExpressionError(problem: .tooLong(limit: 10_000), offset: 10_000, length: 2))
    }

    @Test("No text crashes: what is not an expression has an error whose place lies in the text")
    func fuzz() {
        let words = [
            "x", "y", "1", "2.5", "e", "(", ")", "(", ")", ",", "+", "-", "*", "/", "^", "<", "==", "and", "or", "not",
            "!", "sin", "min(", "if(", " ", "&&", "=", "θ", "é", "🦉", "\u{0}", "1e9", ".", "\"", "\n", "mod(",
        ]
        var generator = SeededGenerator(seed: 20_240_817)
        var valid = 0
        for _ in 0..<10_000 {
            let text = (0..<generator.below(24)).map { _ in words[generator.below(words.count)] }.joined()
            do {
                _ = try FieldExpression(text, fields: ["x", "y"])
                valid += 1
            } catch {
                let isInside =
                    error.offset >= 0 && error.length >= 0 && error.offset + error.length <= text.utf8.count
                #expect(isInside, "\(text.debugDescription): \(error)")
            }
        }
        // The words are not so wild that nothing but errors comes of them.
        #expect(valid > 50)
    }

    @Test("Random bytes do not crash either")
    func fuzzBytes() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<generator.below(60)).map { _ in UInt8(generator.below(256)) }
            _ = try? FieldExpression(String(decoding: bytes, as: UTF8.self), fields: ["x", "y"])
        }
    }
}

/// Whether this is a build with the address sanitizer, whose frames are several times as large.
private let isSanitizingAddresses = dlsym(dlopen(nil, RTLD_LAZY), "__asan_init") != nil

/// Computes something on a thread of half a mebibyte of stack, which is what secondary threads have on macOS.
private final class ResultThread: @unchecked Sendable {
    private var outcome: [Bool] = []
    private let isDone = DispatchSemaphore(value: 0)

    init(_ compute: @escaping @Sendable () -> [Bool]) {
        let thread = Thread { [self] in
            outcome = compute()
            isDone.signal()
        }
        thread.stackSize = isSanitizingAddresses ? 4 << 20 : 512 << 10
        thread.start()
    }

    /// To be called once.
    func result() -> [Bool] {
        isDone.wait()
        return outcome
    }
}
