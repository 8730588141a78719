import Foundation
import TestSupport
import Testing

/// Whatever is written into a scenario: `validate` and `run` agree about it, nothing traps, and nothing hangs.
///
/// `.ci/mutate` runs more of them.
@Suite(.waitsForPrograms) struct MutationTests {
    private static let environment = ProcessInfo.processInfo.environment

    private static let seeds: Range<Int> = {
        let first = environment["OBSERVATORY_MUTANT_SEED"].flatMap { Int($0) } ?? 1
        return first..<first + (environment["OBSERVATORY_MUTANTS"].flatMap { Int($0) } ?? 10)
    }()

    @Test func validateAndRunAgree() async throws {
        let mutator = try Mutator()
        let workers = ProcessInfo.processInfo.activeProcessorCount
        try await withThrowingTaskGroup(of: [Trial.Verdict.Kind: Int].self) { group in
            for worker in 0..<workers {
                group.addTask {
                    try Self.tryMutants(of: mutator, Self.seeds.filter { $0 % workers == worker })
                }
            }
            var counts: [Trial.Verdict.Kind: Int] = [:]
            for try await part in group { counts.merge(part, uniquingKeysWith: +) }
            print(
                "mutants:",
                counts.sorted { "\($0.key)" < "\($1.key)" }.map { "\($0.value) \($0.key)" }.joined(separator: ", "))
        }
    }

    private static func tryMutants(of mutator: Mutator, _ seeds: [Int]) throws -> [Trial.Verdict.Kind: Int] {
        let trial = try Trial()
        var counts: [Trial.Verdict.Kind: Int] = [:]
        for seed in seeds {
            let text = mutator.mutant(seed: UInt64(seed))
            let verdict = try trial.verdict(on: text)
            counts[verdict.kind, default: 0] += 1
            if verdict.kind.isWrong { Issue.record("seed \(seed): \(verdict.kind): \(verdict.words)\n\(text)") }
            if environment["OBSERVATORY_MUTANT_SEED"] != nil, verdict.kind == .failedLater {
                print("seed \(seed) failed later: \(verdict.words)")
            }
        }
        return counts
    }
}

/// Validates and runs scenarios.
private struct Trial {
    struct Verdict {
        enum Kind {
            /// Both refuse it with the same words.
            case refused

            /// It is valid and runs.
            case ran

            /// It is valid and runs, but fails because of what it computes.
            case failedLater

            /// They do not agree.
            case disagreement

            case trapped
            case hung

            var isWrong: Bool { [.disagreement, .trapped, .hung].contains(self) }
        }

        let kind: Kind
        let words: String
    }

    private let place: Workplace
    private static let file = "Scenarios/mutant.yml"
    private static let results = "results"

    /// How long reading may take, and a run to end that was asked to, in seconds of the processor.
    private static let patience = 30

    /// How long a run goes on before it is interrupted, in seconds, and how long it may at most.
    private static let moments = (first: 0.01, last: 30.0)

    init() throws {
        place = try Workplace()
    }

    func verdict(on text: String) throws -> Verdict {
        try place.directory.write(text, to: Self.file)
        do {
            let validation = try start(["validate", Self.file]).outcome()
            return judge(validation, try run(interruptedAfter: Self.moments.first))
        } catch Program.Failure.tookTooLong(let arguments) {
            return Verdict(kind: .hung, words: "\(arguments)")
        } catch Program.Failure.killed(SIGXCPU) {
            return Verdict(kind: .hung, words: "after \(Self.patience) s of the processor")
        } catch Program.Failure.killed(let signal) {
            return Verdict(kind: .trapped, words: "signal \(signal)")
        }
    }

    private struct Run {
        let outcome: Program.Outcome
        let hasResults: Bool

        /// Whether a table has a row of a later moment than the beginning.
        let hasMoved: Bool
    }

    private func start(_ arguments: [String]) throws -> RunningProgram {
        try place.program.start(arguments, secondsOfProcessor: Self.patience)
    }

    /// Runs the scenario for a moment once it has begun. One that did not yet listen is given more time.
    private func run(interruptedAfter seconds: Double) throws -> Run {
        let folder = place.directory.path(of: Self.results)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = try start(["run", Self.file, "--quiet", "--output", Self.results])
        try waitUntil { program.hasEnded(within: 0.002) || FileManager.default.fileExists(atPath: folder) }
        let isEarly = !program.hasEnded(within: seconds)
        if isEarly { program.interrupt() }
        do {
            return Run(
                outcome: try program.outcome(),
                hasResults: FileManager.default.fileExists(atPath: folder), hasMoved: try hasLaterRows())
        } catch Program.Failure.killed(SIGINT) where isEarly && seconds < Self.moments.last {
            return try run(interruptedAfter: seconds * 8)
        }
    }

    /// Whether a table of the results has a row of a later time than the beginning.
    private func hasLaterRows() throws -> Bool {
        let folder = place.directory.path(of: Self.results)
        guard FileManager.default.fileExists(atPath: folder) else { return false }
        return try place.files(in: Self.results).contains { name in
            guard name.hasSuffix(".csv"), !name.contains("/") else { return false }
            let rows = try place.directory.read("\(Self.results)/\(name)").split(separator: "\n")
            guard rows.first?.prefix(while: { $0 != "," }) == "time" else { return false }
            return rows.contains { (Double($0.prefix { $0 != "," }) ?? 0) > 0 }
        }
    }

    private func judge(_ validation: Program.Outcome, _ run: Run) -> Verdict {
        let words = run.outcome.errors
        if validation.status != 0 {
            let agree =
                run.outcome.status == validation.status && words == validation.errors && !run.hasResults
            return agree
                ? Verdict(kind: .refused, words: words)
                : Verdict(kind: .disagreement, words: "validate: \(validation.errors)run: \(words)")
        }
        switch run.outcome.status {
        case 0, 130: return Verdict(kind: .ran, words: words)
        // What a run computes, or an intervention sets, goes wrong at some time; what is refused at the beginning should have
        // been known.
        case 1:
            return Verdict(
                kind: words.contains(/(step|time) [0-9]|[0-9] steps/) || run.hasMoved
                    ? .failedLater : .disagreement, words: words)
        default: return Verdict(kind: .disagreement, words: "status \(run.outcome.status): \(words)")
        }
    }
}
