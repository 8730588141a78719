import Foundation
import GSL
import TestSupport
import Testing

@testable import SimulationEngine

private let hasCompiler = ExternalProcess.path(of: "cc") != nil

/// Formulas that a compiler for C compiles, and where that is kept.
@Suite(.enabled(if: hasCompiler, "there is no compiler 'cc'")) struct FormulaCompilerTests {
    private static let inputs = ["a", "b", "c", "d", "e"]

    private let folder: TemporaryDirectory

    init() throws { folder = try TemporaryDirectory() }

    // MARK: - Bits

    /// A random formula of numbers.
    private func formula(_ random: inout RandomWords, depth: Int) -> String {
        guard depth > 0, random.below(7) > 0 else {
            return random.below(4) == 0
                ? ["20", "0.7", "3", "-5", "1e-300", "1e300", "0.5", "1e18"][random.below(8)]
                : Self.inputs[random.below(5)]
        }
        let x = formula(&random, depth: depth - 1)
        switch random.below(16) {
        case 0: return "(-\(x))"
        case 1: return "abs(\(x))"
        case 2: return ["sqrt", "floor", "ceil", "sign", "round", "exp", "sin"][random.below(7)] + "(\(x))"
        case 3: return "(\(x))^2"
        case 4: return "\(["min", "max"][random.below(2)])(\(x), \(formula(&random, depth: depth - 1)))"
        case 5:
            let condition = condition(&random, depth: depth - 1)
            return "if(\(condition), \(x), \(formula(&random, depth: depth - 1)))"
        case 6, 7, 8: return "(\(x) / \(["20", "0.7", "-3", "d", "(2 * d)", "e", "(d + e * d)"][random.below(7)]))"
        case 9: return "(\(x) / \(formula(&random, depth: depth - 1)))"
        default: return "(\(x) \(["+", "-", "*"][random.below(3)]) \(formula(&random, depth: depth - 1)))"
        }
    }

    private func condition(_ random: inout RandomWords, depth: Int) -> String {
        let (x, y) = (formula(&random, depth: depth), formula(&random, depth: depth))
        let comparison = "\(x) \(["<", "<=", ">", ">=", "==", "!="][random.below(6)]) \(y)"
        switch depth > 0 ? random.below(5) : 4 {
        case 0: return "(\(comparison) and \(condition(&random, depth: depth - 1)))"
        case 1: return "(\(comparison) or \(condition(&random, depth: depth - 1)))"
        case 2: return "(not \(comparison))"
        default: return "(\(comparison))"
        }
    }

    /// Numbers of all kinds, or those of which quotients are made without dividing, among which there may be zeros.
    private func numbers(_ random: inout RandomWords, count: Int) -> [Double] {
        let special: [Double] = [
            .nan, .infinity, -.infinity, 0, -0.0, 0x1p-1074, -0x1p-1030, .leastNormalMagnitude, 1e300, -1e-300,
            .greatestFiniteMagnitude,
            0x1p-520, 1, -1,
        ]
        let kind = random.below(4)
        return (0..<count).map { _ in
            let number = (random.uniform() - 0.5) * 8
            switch kind {
            case 0: return random.below(3) == 0 ? special[random.below(special.count)] : number
            case 1: return random.below(3) == 0 ? [0, -0.0][random.below(2)] : number
            case 2: return Double(bitPattern: UInt64(random.uniform() * 0x1p64))
            default: return number
            }
        }
    }

    private func areSame(_ a: Double, _ b: Double) -> Bool { a.isNaN ? b.isNaN : a.bitPattern == b.bitPattern }

    @Test("Hundreds of random programs have the bits that they have without")
    func bits() throws {
        var random = try RandomStreams(seed: 8).words(for: .initialState)
        let programs = try (0..<400).map { number in
            var formulas = Formulas(inputs: Self.inputs)
            let shared = formula(&random, depth: 2)
            let texts = (0..<1 + random.below(3)).map { _ in
                let text = formula(&random, depth: 2 + number % 3)
                return random.below(2) == 0 ? text : "\(text) - \(shared) * (\(shared) + a)"
            }
            let wanted = try texts.map { try formulas.read($0) }
            return formulas.program(of: wanted)
        }
        let compiled = try FormulaCompiler(keepingIn: folder.path(of: "kept")).compile(programs)
        #expect(compiled.filter { !$0.compiled.all.isEmpty }.count > 320)
        var sumCount = 0
        for (program, compiled) in zip(programs, compiled) {
            let workspaces = [ExpressionWorkspace(program), ExpressionWorkspace(compiled)]
            for _ in 0..<12 {
                let count = random.below(2) == 0 ? 8 * (1 + random.below(32)) : 1 + random.below(256)
                for (field, name) in Self.inputs.enumerated() {
                    let numbers = numbers(&random, count: count)
                    let isShared = random.below(name < "d" ? 8 : 2) == 0
                    for workspace in workspaces {
                        if isShared {
                            workspace.set(field, to: numbers[0])
                        } else {
                            workspace.numbers(of: field)?.update(from: numbers, count: count)
                        }
                    }
                }
                let base = numbers(&random, count: program.resultCount * count)
                let isSum = random.below(2) == 0
                if isSum { sumCount += 1 }
                let factor = [0.1, 1, -3, 1e200][random.below(4)]
                var found = [[Double]](repeating: [Double](repeating: 7, count: base.count), count: 2)
                var areFinite = [true, true]
                for (index, workspace) in workspaces.enumerated() {
                    found[index].withUnsafeMutableBufferPointer { found in
                        base.withUnsafeBufferPointer { base in
                            guard let target = found.baseAddress, let base = base.baseAddress else { return }
                            for result in 0..<program.resultCount {
                                workspace.write(
                                    result, to: target + result * count, addedTo: isSum ? base + result * count : nil)
                            }
                            areFinite[index] = workspace.run(count: count, times: factor)
                        }
                    }
                }
                #expect(zip(found[0], found[1]).allSatisfy(areSame), "\(program)")
                // Of numbers near the greatest one a total may be infinite, in one order or the other.
                let greatest = found[1].reduce(0) { Swift.max($0, $1.isNaN ? .infinity : $1.magnitude) }
                #expect(!areFinite[1] || !isSum || greatest < .infinity)
                if greatest < 0x1p1000 { #expect(areFinite[1]) }
            }
        }
        #expect(sumCount > 2000)
    }

    @Test("Quotients by numbers of few and of many digits, by one and by each, are those of a division")
    func quotients() throws {
        var random = try RandomStreams(seed: 10).words(for: .initialState)
        // Of at most 49 binary digits, the last one with as many, and of more.
        let short: [Double] = [
            3, 5, 10, 20, 12.5, 49, 1e15 / 64, 0x1p49 - 1, 0x1p48 + 1, -7, -0.0009765625 * 3, 0x1.5p59, 0x1.5p-59,
        ]
        let long: [Double] = [0.1, 0.7, 1 / 3.0, 0x1p53 - 1, 0x1p50 - 1, -1e-7, .pi, 1e300, 1e-300]
        let constants =
            short + long
            + (0..<40).map { _ in
                Double(bitPattern: UInt64(random.uniform() * 0x1p49) << 4 | 0x3F0 << 52)
            }
        let programs = try constants.map { constant in
            var formulas = Formulas(inputs: ["a", "b"])
            let name = constant < 0 ? "(-\(-constant))" : "\(constant)"
            let texts = ["a / \(name)", "(-a) / \(name)", "a / b"]
            let wanted = try texts.map { try formulas.read($0) }
            return formulas.program(of: wanted)
        }
        // The words of users who want speed at any price are not heard.
        let compiler = try FormulaCompiler(
            "cc -Ofast -ffast-math -funsafe-math-optimizations", keepingIn: folder.path(of: "kept"))
        let compiled = try compiler.compile(programs)
        // Nothing has told the processor to take the smallest numbers for 0.
        for factor in [1, 2.0] { #expect(factor * .leastNonzeroMagnitude > 0) }
        for (constant, program) in zip(constants, compiled) {
            let workspace = ExpressionWorkspace(program)
            workspace.set(1, to: constant)
            var wrong: [Double] = []
            for round in 0..<60 {
                let dividends = (0..<256).map { number in
                    if round % 10 == 0, number % 7 == 0 {
                        return [0, -0.0, 0x1p-1074, 0x1p-600, 0x1p600, .infinity, .nan][number / 7 % 7]
                    }
                    let digits = Double(UInt64(random.uniform() * 0x1p52) | 1 << 52)
                    // Numbers near the bounds of what is normal, among such as are not.
                    if round % 10 == 5 {
                        return number % 7 == 0 ? digits * 0x1p-1022 * pow(2, Double(-number / 3)) : digits * 0x1p-53
                    }
                    if round % 10 == 6 { return number % 7 == 0 ? digits * 0x1p970 : digits }
                    // Numbers of the middle of two neighbours' quotient, as near as there are.
                    return (round % 2 == 0 ? digits : constant * (digits + 0.5) * 0.5) * (number % 2 == 0 ? -1 : 1)
                }
                workspace.numbers(of: 0)?.update(from: dividends, count: 256)
                workspace.run(count: 256)
                for (index, x) in dividends.enumerated() {
                    let wanted = [x / constant, -x / constant, x / constant]
                    for (result, wanted) in wanted.enumerated() where !areSame(workspace.result(result)[index], wanted)
                    {
                        wrong.append(x)
                    }
                }
            }
            #expect(wrong.isEmpty, "over \(constant)")
        }
    }

    @Test("A result that others are made of, or that is wanted twice, is not the sum of which it becomes a part")
    func sharedResults() throws {
        var formulas = Formulas(inputs: ["a", "b"])
        let wanted = try ["a * b", "a * b + 1", "a * b"].map { try formulas.read($0) }
        let program = formulas.program(of: wanted)
        for program in [program, try FormulaCompiler(keepingIn: folder.path(of: "kept")).compile([program])[0]] {
            let workspace = ExpressionWorkspace(program)
            workspace.set(0, to: 2)
            workspace.set(1, to: 3)
            let base = [Double](repeating: 100, count: 8)
            var found = [Double](repeating: 0, count: 24)
            found.withUnsafeMutableBufferPointer { found in
                base.withUnsafeBufferPointer { base in
                    guard let target = found.baseAddress else { return }
                    for result in 0..<3 { workspace.write(result, to: target + 8 * result, addedTo: base.baseAddress) }
                    workspace.run(count: 8, times: 10)
                }
            }
            #expect([found[0], found[8], found[16]] == [160, 170, 160])
        }
    }

    @Test("Conditions hold of the same elements, with and without a comparison at their end")
    func conditions() throws {
        var random = try RandomStreams(seed: 9).words(for: .initialState)
        let programs = try (0..<100).map { _ in
            var formulas = Formulas(inputs: Self.inputs)
            let text = condition(&random, depth: 3)
            let wanted = try formulas.read(text)
            return formulas.program(of: [wanted])
        }
        let compiled = try FormulaCompiler(keepingIn: folder.path(of: "kept")).compile(programs)
        for (program, compiled) in zip(programs, compiled) {
            let workspaces = [ExpressionWorkspace(program), ExpressionWorkspace(compiled)]
            #expect(workspaces[0].isComparison == workspaces[1].isComparison)
            for count in [256, 13, 64, 65] {
                for field in Self.inputs.indices {
                    let numbers = numbers(&random, count: count)
                    for workspace in workspaces { workspace.numbers(of: field)?.update(from: numbers, count: count) }
                }
                var bits = [[UInt64]](repeating: [0, 0, 0, 0], count: 2)
                for (index, workspace) in workspaces.enumerated() {
                    workspace.runCondition(count: count, into: &bits[index])
                }
                #expect(bits[0] == bits[1], "\(program)")
            }
        }
    }

    // MARK: - What is kept

    private func program(_ text: String = "(a + b) * c - a / 3") throws -> ExpressionProgram {
        var formulas = Formulas(inputs: Self.inputs)
        let wanted = try formulas.read(text)
        return formulas.program(of: [wanted])
    }

    /// A compiler that is a script, in whose place another one may stand at its end.
    private func script(_ text: String, named name: String) throws -> String {
        let path = try folder.write("#!/bin/sh\n\(text)\n", to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
        return path
    }

    /// A compiler that counts how often it is called.
    private func countingCompiler() throws -> String {
        try script("echo x >> '\(folder.path(of: "calls"))'\nexec cc \"$@\"", named: "a counting one")
    }

    private func calls() -> Int { ((try? folder.read("calls")) ?? "").filter { $0 == "x" }.count }

    private static func expectRight(_ program: ExpressionProgram) {
        #expect(!program.compiled.all.isEmpty)
        let workspace = ExpressionWorkspace(program)
        for (field, number) in [2.0, 3, 4].enumerated() { workspace.set(field, to: number) }
        workspace.run(count: 8)
        let expected: Double = 20 - 2.0 / 3
        #expect(workspace.result(0)[0] == expected)
    }

    @Test(
        "What has been compiled is used again, and compiled anew where it has been damaged, of whatever length or kind")
    func damage() throws {
        let (compiler, kept) = (try countingCompiler(), folder.path(of: "kept"))
        func compile() throws {
            Self.expectRight(try FormulaCompiler(compiler, keepingIn: kept).compile([try program()])[0])
        }
        try compile()
        try compile()
        #expect(calls() == 1)
        let files = try FileManager.default.contentsOfDirectory(atPath: kept)
        #expect(files.count == 1)
        let file = URL(fileURLWithPath: "\(kept)/\(try #require(files.first))")
        let bytes = try Data(contentsOf: file)
        var changed = bytes
        changed[bytes.count / 2] ^= 1
        for (index, damaged) in [changed, bytes.prefix(bytes.count / 2), bytes.prefix(10), Data()].enumerated() {
            // A file of its own, since that which is loaded must stay as it is.
            try FileManager.default.removeItem(at: file)
            try damaged.write(to: file)
            try compile()
            #expect(calls() == 2 + index)
            // What has been made anew is used again. Compilers may write the path of the text into it.
            try compile()
            #expect(calls() == 2 + index)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: kept) == files)
        // At a place of which nothing has been loaded, what has its checksum and is no library.
        var checksum = SHA256()
        Data("no library".utf8).withUnsafeBytes { checksum.add($0) }
        let other = try TemporaryDirectory()
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: other.path)
        try other.write("no library\(checksum.hexadecimal())", to: file.lastPathComponent)
        for _ in 0..<2 {
            Self.expectRight(try FormulaCompiler(compiler, keepingIn: other.path).compile([try program()])[0])
            #expect(calls() == 6)
        }
        // Of another formula another one.
        _ = try FormulaCompiler(compiler, keepingIn: kept).compile([try program("(a + b) * c - a / 4")])
        #expect(calls() == 7)
    }

    @Test("Several that compile the same at once do not disturb each other")
    func atOnce() throws {
        let (kept, program) = (folder.path(of: "kept"), try program())
        DispatchQueue.concurrentPerform(iterations: 6) { _ in
            let compiled = try? FormulaCompiler(keepingIn: kept).compile([program]).first
            #expect(compiled != nil)
            if let compiled { Self.expectRight(compiled) }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: kept).count == 1)
    }

    // MARK: - What is wrong

    @Test("A compiler that warns, and lets others write what it makes, does as well, with words behind its name")
    func looseCompiler() throws {
        let script = try script(
            "echo careful >&2\ntest \"$1\" = cc || exit 1\numask 0\n\"$@\" || exit 1\nchmod 777 '\(folder.path)'/*/*/*.so",
            named: "loose")
        let kept = folder.path(of: "kept")
        Self.expectRight(try FormulaCompiler("\(script) cc", keepingIn: kept).compile([try program()])[0])
        let file = try #require(try FileManager.default.contentsOfDirectory(atPath: kept).first)
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(kept)/\(file)")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("No compiler, one that fails, and one that makes nothing are told")
    func failures() throws {
        for missing in ["no-such-cc -O2", "/no/such/cc", "", folder.path] {
            #expect(throws: FormulaCompilerError.noCompiler(missing)) {
                try FormulaCompiler(missing, keepingIn: folder.path)
            }
        }
        let failing = try script("echo no more licences >&2; exit 3", named: "failing")
        let lazy = try script("exit 0", named: "lazy")
        let kept = folder.path(of: "kept")
        for (compiler, output) in [
            (failing, "no more licences\n"), (lazy, "what it has made cannot be read: No such file or directory"),
        ] {
            #expect(throws: FormulaCompilerError.failed(compiler: compiler, output: output)) {
                try FormulaCompiler(compiler, keepingIn: kept).compile([try program()])
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: kept).isEmpty)
        }
        #expect(
            FormulaCompilerError.failed(compiler: "/bin/cc", output: "no more licences\n").description
                == "formulas cannot be compiled: '/bin/cc' has failed:\nno more licences\n; formulas that are not compiled have the "
                + "same results")
    }

    @Test("Places in which nothing can be kept, or in which others may write, are refused")
    func places() throws {
        let file = try folder.write("", to: "file")
        #expect(throws: FormulaCompilerError.unusableDirectory("\(file)/kept", reason: "Not a directory")) {
            try FormulaCompiler(keepingIn: "\(file)/kept")
        }
        #expect(throws: FormulaCompilerError.unusableDirectory(file, reason: "Not a directory")) {
            try FormulaCompiler(keepingIn: file)
        }
        #expect(throws: FormulaCompilerError.unusableDirectory("/proc/kept", reason: "No such file or directory")) {
            try FormulaCompiler(keepingIn: "/proc/kept")
        }
        let kept = folder.path(of: "kept")
        for permissions in [0o700, 0o755, 0o777, 0o720, 0o702] {
            _ = try? FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
            try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: kept)
            if permissions & 0o022 == 0 {
                _ = try FormulaCompiler(keepingIn: kept)
            } else {
                #expect(throws: FormulaCompilerError.openDirectory(kept)) { try FormulaCompiler(keepingIn: kept) }
            }
        }
        // Only the system's administrator can give a folder to somebody else.
        guard geteuid() == 0 else { return }
        try FileManager.default.setAttributes([.posixPermissions: 0o700, .ownerAccountID: 65534], ofItemAtPath: kept)
        #expect(throws: FormulaCompilerError.openDirectory(kept)) { try FormulaCompiler(keepingIn: kept) }
    }

    @Test("Nothing is compiled of a program that has no arithmetic")
    func nothing() throws {
        let programs = [try program("exp(a)"), try program("a")]
        #expect(try FormulaCompiler("false", keepingIn: folder.path(of: "kept")).compile(programs) == programs)
    }
}
