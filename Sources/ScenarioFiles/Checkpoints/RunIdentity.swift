import GSL
import SimulationEngine

/// The identity of the run to which a checkpoint belongs: a program, and a scenario with its data as they lie in the directory of
/// results.
///
/// The same bytes come only from the same program and the same input. When the run ends makes no difference before it
/// does, so that a run may go on to another end.
struct RunIdentity {
    private let program: String
    private let scenarioChecksum: UInt64
    private let stepCount: Int

    /// The checksum of another scenario whose checkpoints this run may go on from.
    private var otherChecksum: UInt64?

    /// The step at which the run was to end that wrote the checkpoint.
    private(set) var stepCountOfCheckpoint: Int?

    /// - Throws: `CheckpointError/file(path:reason:)`, `ScenarioError`.
    init(of scenario: Scenario, in directory: ResultDirectory) throws {
        program = "\(observatoryVersion) with GSL \(gslVersion)"
        stepCount = scenario.stepCount
        var checksum = Checksum()
        for name in directory.storedFiles(of: scenario) {
            let path = directory.path(of: name)
            if name == ResultDirectory.scenarioFile {
                let anyEnd = Override("integrate.until=0")
                var text = try Document(SourceText(path: path), overrides: [anyEnd]).yaml()
                text.withUTF8 { checksum.add(UnsafeRawBufferPointer($0)) }
                continue
            }
            do {
                try InputFile(path).forEachPiece { checksum.add($0) }
            } catch {
                throw CheckpointError.file(path: path, reason: error.reason)
            }
        }
        scenarioChecksum = checksum.value
    }

    /// Lets this run go on from the checkpoints of another one, too.
    mutating func accept(_ other: RunIdentity) { otherChecksum = other.scenarioChecksum }

    /// Writes what the checkpoint belongs to into an archive, or checks that it is this.
    mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var found = program
        try archive.text(&found)
        guard found == program else {
            throw .doesNotMatch(what: "the version of the program", found: found, expected: program)
        }
        var checksum = scenarioChecksum
        try archive.value(&checksum)
        guard checksum == scenarioChecksum || checksum == otherChecksum else {
            throw .doesNotMatch(
                what: "the checksum of the scenario and its data, which must not be edited before a run goes on,",
                found: String(checksum, radix: 16), expected: String(scenarioChecksum, radix: 16))
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
