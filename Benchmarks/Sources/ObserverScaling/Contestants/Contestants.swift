import ObserverBenchmarks

/// Who can be measured.
enum Contestants {
    /// The floors first, then ours, then the others.
    static var all: [any Contestant] {
        let signalLibraries = signalLibraries.filter(\.isInstalled)
        return [
            CFunctions(), SwiftClosures(), ObserverCoreContestant(), SimulationNodes(), PassthroughSubjects(),
            CurrentValueSubjects(), Notifications(), StandardObservation(),
        ] + signalLibraries
    }

    /// Those that had to be there when this program was built.
    static let signalLibraries: [SignalLibrary] = [.boost, .sigcxx]

    /// Those of some names, or all if there are none.
    static func named(_ names: [String]) throws(UnknownContestant) -> [any Contestant] {
        for name in names where !all.contains(where: { $0.name == name }) { throw UnknownContestant(name: name) }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }
}

/// A name that no contestant has.
struct UnknownContestant: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "There is no '\(name)'. Give some of: '\(Contestants.all.map(\.name).joined(separator: "', '"))'."
    }
}

extension Limit {
    /// What all libraries beside our own have in common.
    static let million = Limit(1_000_000, because: "ten times as many take minutes and up to fifteen gigabytes")
}
