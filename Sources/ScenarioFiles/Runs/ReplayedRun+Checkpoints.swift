import Recording
import SimulationEngine

extension ReplayedRun {
    /// Carries out a run in which something is changed: from the last checkpoint before that, where the other run has kept one and
    /// has only fewer interventions, otherwise from the beginning.
    func carryOutChanged(in directory: ResultDirectory, monitor: RunMonitor) throws {
        let lock = try RunLock(beginningIn: directory)
        try directory.store(scenario)
        do {
            if let start = try lastStart(for: directory) {
                let branch = directory.opened(.resuming)
                try branch.copyRecords(from: origin)
                return try scenario.carryOut(in: branch, from: start, holding: lock, monitor: monitor)
            }
        } catch let error as CheckpointError where !monitor.hasBegun {
            monitor.warn("the run is carried out from its beginning: \(error)")
        }
        monitor.noteBeginning()
        // The other one may have been moved already.
        let whole = try Scenario(contentsOf: directory.path(of: ResultDirectory.scenarioFile))
        try whole.carryOut(in: directory.opened(.replacing), from: nil, holding: lock, monitor: monitor)
    }

    /// The last checkpoint of the other run at which the changed one is in the same state; `nil` if there is none.
    private func lastStart(for directory: ResultDirectory) throws -> RunStart? {
        let store = CheckpointStore(directory: origin)
        guard ResultManifest.exists(in: origin), let added = try addedInterventions(in: directory) else { return nil }
        let firstSteps = scenario.experiment.firstStepsOfInterventions
        var last = Int.max
        for place in added {
            guard let step = firstSteps[place] else { return nil }
            last = min(last, step - 1)
        }
        guard let name = store.keptNames(upTo: Moment(step: last, time: .infinity)).last else { return nil }
        return RunStart(
            archive: try store.archive(inFile: name), other: try RunIdentity(of: scenario, in: origin),
            laterInterventions: added)
    }

    /// The places of the interventions that the other run has not; `nil` if it differs in anything else.
    private func addedInterventions(in directory: ResultDirectory) throws -> Set<Int>? {
        let key = WatchingBlocks.intervene.name
        let documents = try [origin, directory].map {
            try Document(SourceText(path: $0.path(of: ResultDirectory.scenarioFile)))
        }
        guard try documents[0].removing(key).yaml() == documents[1].removing(key).yaml() else { return nil }
        let (old, new) = (documents[0].texts(of: key), documents[1].texts(of: key))
        var (added, next): (Set<Int>, Int) = ([], 0)
        for (place, text) in new.enumerated() {
            if next < old.count, text == old[next] { next += 1 } else { added.insert(place) }
        }
        return next == old.count ? added : nil
    }
}

extension Document {
    /// The items of a list at the top, each as it is written in one line.
    fileprivate func texts(of key: String) -> [String] {
        guard case .list(let items) = items(of: key).content else { return [] }
        return items.map(\.flowYAML)
    }
}

extension ResultDirectory {
    /// The same directory, whose files are opened in another way.
    fileprivate func opened(_ opening: FileOpening) -> ResultDirectory {
        var directory = ResultDirectory(of: path, opening: opening)
        directory.isDurable = isDurable
        return directory
    }
}
