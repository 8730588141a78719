import Descriptions

/// Collects the problems of a scenario while it is read, so that all of them can be told at once, and the values that
/// it leaves out. Errors make it unusable; warnings do not.
///
/// Of a scenario that is wrong all over, the first hundred errors that are found are kept and the others counted, and so are
/// warnings: nobody reads more, and looking for the places of hundreds of thousands would take long.
package final class Diagnostics {
    /// The problems that were reported so far.
    package private(set) var log: DiagnosticLog

    /// The values that were taken for keys that the scenario leaves out, as overrides that write them down.
    package private(set) var defaults: [Override] = []

    /// Is told of each section after it has been read: how tests compare which keys are asked for with which are described.
    package var whenRead: ((Section) -> Void)?

    /// Is told of each number that is read which need not be an integer, and where it stands.
    package var whenNumberIsRead: ((_ path: [String], _ number: Double, _ unit: String?) -> Void)?

    /// The components that the scenario is made of, each once, in the order in which they were read.
    package private(set) var components: [ComponentDescription] = []

    package init(_ log: DiagnosticLog = DiagnosticLog()) {
        self.log = log
    }

    /// Takes note of a problem, which is looked into only if it is kept.
    package func report(_ problem: @autoclosure () -> Problem, at location: @autoclosure () -> TextLocation) {
        log.add(.error) { Diagnostic(problem(), at: location()) }
    }

    /// Takes note of what may not be meant, but keeps nobody from using the scenario.
    package func warn(_ problem: @autoclosure () -> Problem, at location: @autoclosure () -> TextLocation) {
        log.add(.warning) { Diagnostic(problem(), at: location(), severity: .warning) }
    }

    /// The errors and warnings that are kept, in the order of the reports.
    package var all: [Diagnostic] { log.kept }

    /// True if anything was reported that keeps everybody from using the scenario.
    package var hasErrors: Bool { log.errorCount > 0 }

    /// True if further errors would only be counted.
    package var isFull: Bool { log.errorCount >= DiagnosticLog.limit }

    /// Takes note of a value that was taken for a key that the scenario leaves out.
    package func noteDefault(_ override: Override) {
        defaults.append(override)
    }

    /// Takes note of a component that the scenario is made of.
    package func noteUse(of component: ComponentDescription) {
        if !components.contains(component) { components.append(component) }
    }

    /// Throws what was reported, if the scenario cannot be used.
    package func throwIfAny() throws(ScenarioError) {
        guard !hasErrors else { throw ScenarioError(log) }
    }
}

/// Errors and warnings: the first of each, and how many there are.
package struct DiagnosticLog: Sendable {
    /// How many errors and how many warnings are kept.
    package static let limit = 100

    /// Those that are kept, in the order in which they were reported.
    package private(set) var kept: [Diagnostic] = []

    /// How many errors there are.
    package private(set) var errorCount = 0

    /// How many warnings there are.
    package private(set) var warningCount = 0

    package init() {}

    package init(_ diagnostics: [Diagnostic]) {
        for diagnostic in diagnostics { add(diagnostic.severity) { diagnostic } }
    }

    /// Adds a diagnostic, which is made only if it is kept.
    package mutating func add(_ severity: Diagnostic.Severity, _ diagnostic: () -> Diagnostic) {
        let count: Int
        switch severity {
        case .error:
            count = errorCount
            errorCount += 1
        case .warning:
            count = warningCount
            warningCount += 1
        }
        if count < Self.limit { kept.append(diagnostic()) }
    }
}
