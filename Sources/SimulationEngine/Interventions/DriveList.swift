import ObserverCore

/// As the how many-th of all drives one began. Of several that drive the same number, the last counts.
final class DriveOrdinal {
    var number = 0
}

/// The drives of a simulation, in the order in which they began.
final class Drives<Model: SimulationModel> {
    final class Drive {
        /// The place of the number that is driven.
        let place: StatePlace

        /// The function that it follows.
        let motion: DrivenMotion

        /// As the how many-th it began.
        let ordinal = DriveOrdinal()

        private(set) weak var author: AnyAuthor?

        /// Has the state of a model follow the function.
        let begin: (Model) -> Void

        /// Has it do so no more.
        let end: (Model) -> Void

        /// Finds the number that would not be finite at a time, if one would be so.
        let firstNotFinite: (Model, _ time: Double) -> (subject: String, value: Double)?

        init(
            of place: StatePlace, along motion: DrivenMotion, author: AnyAuthor?, begin: @escaping (Model) -> Void,
            end: @escaping (Model) -> Void,
            firstNotFinite: @escaping (Model, _ time: Double) -> (subject: String, value: Double)?
        ) {
            self.place = place
            self.motion = motion
            self.author = author
            self.begin = begin
            self.end = end
            self.firstNotFinite = firstNotFinite
        }
    }

    @exclusivity(unchecked)
    var drives: [Drive] = [] { didSet { isEmpty = drives.isEmpty } }

    /// Asked for at each step, at which an array of a type that is not known would be slow to tell.
    @exclusivity(unchecked)
    private(set) var isEmpty = true

    /// How many have begun.
    var count = 0

    func add(_ drive: Drive) {
        drive.ordinal.number = count
        count += 1
        drives.append(drive)
    }

    func remove(_ drive: Drive) { drives.removeAll { $0 === drive } }
}

extension Simulation {
    /// Looks whether what is driven has a value at the end of a step, before the step. Nodes that have gone are driven no more.
    ///
    /// - Throws: ``SimulationError/changeNotFinite(_:)``.
    func checkDrives(at time: Double) throws(SimulationError) {
        guard !drives.isEmpty else { return }
        for drive in drives.drives {
            guard model.isPresent(drive.place.node) else {
                drive.end(model)
                continue
            }
            if let (subject, value) = drive.firstNotFinite(model, time) {
                throw changeFailure(
                    subject, value, from: drive.author, lastValues: model.fieldValues(of: drive.place.node))
            }
        }
    }
}
