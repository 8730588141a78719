import GSL
import SimulationEngine

/// The identity of the run to which a checkpoint belongs: a program, and a scenario with its data as they lie in the directory of
/// results.
///
/// The same bytes come only from the same program and the same input. When the run ends makes no difference before it
/// does, so that a run may go on to another end.
package struct RunIdentity {
    private let program: String
    private let stepCount: Int

    /// The scenario as it lies there, and where its data lie.
    private let scenario: SourceText
    private let dataPaths: [String]

    /// The checksum of both, once somebody has asked for it.
    private var knownChecksum: UInt64?

    /// The checksum of another scenario whose checkpoints this run may go on from.
    private var otherChecksum: UInt64?

    /// The step at which the run was to end that wrote the checkpoint.
    private(set) var stepCountOfCheckpoint: Int?

    /// - Throws: `CheckpointError/file(path:reason:)`, `ScenarioError`.
    package init(of scenario: Scenario, in directory: ResultDirectory) throws {
        program = "\(observatoryVersion) with GSL \(gslVersion)"
        stepCount = scenario.stepCount
        let file = ResultDirectory.scenarioFile
        var bytes: [UInt8] = []
        try directory.forEachPiece(of: file) { bytes += $0 }
        self.scenario = try SourceText(name: directory.path(of: file), bytes: bytes)
        dataPaths = directory.storedFiles(of: scenario).filter { $0 != file }.map(directory.path)
        // Many runs end before their first checkpoint. Data may have been edited by then.
        if !dataPaths.isEmpty { _ = try checksum() }
    }

    private mutating func checksum() throws(CheckpointError) -> UInt64 {
        if let knownChecksum { return knownChecksum }
        var checksum = Checksum()
        var path = scenario.name
        do {
            var text = try Document(scenario, overrides: [Override("integrate.until=0")]).yaml()
            text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
            for data in dataPaths {
                path = data
                try InputFile(path).forEachPiece { checksum.add($0) }
            }
        } catch {
            throw .file(path: path, reason: error.reason)
        }
        knownChecksum = checksum.value
        return checksum.value
    }

    /// Lets this run go on from the checkpoints of another one, too.
    mutating func accept(_ other: RunIdentity) throws(CheckpointError) {
        var other = other
        otherChecksum = try other.checksum()
    }

    /// Writes what the checkpoint belongs to into an archive, or checks that it is this.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var found = program
        try archive.text(&found)
        guard found == program else {
            throw .doesNotMatch(what: "the version of the program", found: found, expected: program)
        }
        let expected = try checksum()
        var checksum = expected
        try archive.value(&checksum)
        guard checksum == expected || checksum == otherChecksum else {
            throw .doesNotMatch(
                what: "the checksum of the scenario and its data, which must not be edited before a run goes on,",
                found: String(checksum, radix: 16), expected: String(expected, radix: 16))
        }
        var steps = stepCount
        try archive.count(&steps)
        stepCountOfCheckpoint = steps
    }

    /// Checks that a run can go on from a moment.
    func checkEnd(from moment: Moment, end: Double) throws(ResumptionError) {
        guard moment.step <= stepCount else { throw .endsTooEarly(checkpointTime: moment.time, end: end) }
        guard moment.step != stepCountOfCheckpoint || stepCount == moment.step else {
            throw .isOfTheEnd(time: moment.time)
        }
    }
}
