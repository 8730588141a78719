import ObserverCore
import Recording
import SimulationEngine

/// A run with those who watch it.
package final class ObservedRun<Model: SimulationModel>: Observer {
    /// Keeps observations alive.
    package let receiver = Receiver()

    package let simulation: Simulation<Model>
    package let directory: ResultDirectory

    /// True if the run will not begin: one only wants to know whether everything fits.
    let isRehearsal: Bool

    /// Why an observer stopped the run, if one did.
    private(set) var stopReason: String?

    /// The first error where somebody attached something who could not throw.
    private(set) var firstError: (any Error)?

    /// Writes checkpoints, once the run is ready.
    var checkpoints: RunCheckpoints<Model>?

    /// Tests if an observation that takes long is to be given up until the run goes on, since the run is to stop. It has a
    /// checkpoint of that moment then, to which belongs what has been done of the observation, unless the scenario ends the run
    /// there: that moment is then done again, from the last checkpoint.
    package var shouldGiveUp: () -> Bool = { false }

    package let warnings = RunWarnings()

    private var unfinishedLooks: [() -> Void] = []
    private var lastLooks: [(Moment) -> Void] = []
    private(set) var recorders: [any Recorder] = []
    private var rings: [RingTable] = []
    private(set) var interventions: [any Resumable] = []

    /// The interventions of which the checkpoint that the run goes on from does not know.
    private(set) var laterInterventions: [any Resumable] = []
    private var isAddingLater = false
    private(set) var conditions: [any Resumable] = []

    init(_ simulation: Simulation<Model>, in directory: ResultDirectory, isRehearsal: Bool = false) {
        self.isRehearsal = isRehearsal
        self.simulation = simulation
        self.directory = directory
    }

    /// Keeps a recorder until the end.
    package func keep(_ recorder: some Recorder) {
        recorders.append(recorder)
    }

    /// Keeps a ring, which is written if the run fails.
    package func keep(_ ring: RingTable) {
        rings.append(ring)
    }

    /// Keeps what goes on with an intervention, for checkpoints.
    package func keep(intervention: any Resumable) {
        interventions.append(intervention)
        if isAddingLater { laterInterventions.append(intervention) }
    }

    /// Attaches an intervention of which the checkpoint that the run goes on from does not know.
    func addingLater(_ attach: () throws -> Void) rethrows {
        isAddingLater = true
        defer { isAddingLater = false }
        try simulation.addingTriggersLater(attach)
    }

    /// Keeps what a condition goes on with, for checkpoints.
    package func keep(condition: any Resumable) {
        conditions.append(condition)
    }

    /// Has somebody who has given up an observation go on with it when the run goes on from a checkpoint.
    package func whenGoingOn(_ finishLook: @escaping () -> Void) {
        unfinishedLooks.append(finishLook)
    }

    /// The run goes on from a checkpoint, which has been read.
    func goOn() {
        for finishLook in unfinishedLooks { finishLook() }
    }

    /// Has somebody look at the last moment of the whole run, which is not that at which it is interrupted.
    package func atEnd(_ look: @escaping (Moment) -> Void) {
        lastLooks.append(look)
    }

    /// The run has ended.
    func noteEnd() {
        for look in lastLooks { look(simulation.moment) }
    }

    /// Takes note that something could not be attached.
    func refuse(because error: any Error) {
        firstError = firstError ?? error
    }

    /// The first error of attaching something since this was asked for last.
    func takeFirstError() -> (any Error)? {
        defer { firstError = nil }
        return firstError
    }

    /// Ends the run after the present step. It has nothing to go on with then, and is told its end as if nobody had asked for a
    /// checkpoint.
    func stop(because reason: String) {
        if stopReason == nil { stopReason = reason }
        simulation.stop()
        simulation.forgetRest()
    }

    /// Does something at each moment of a trigger, and ends the run with an error if it throws.
    package func at(_ trigger: Trigger, _ act: @escaping (Moment) throws -> Void) {
        observe(trigger) { [unowned simulation] (moment: Moment) in
            do { try act(moment) } catch { simulation.fail(with: error) }
        }
    }

    /// Writes what is still to be written.
    ///
    /// - Parameter failure: Why the run failed, if it did.
    /// - Returns: The first thing that went wrong, in the run or here. Whatever fails, the rest is worth keeping.
    func finish(after failure: (any Error)?) -> (any Error)? {
        var failure = failure
        func attempt(_ write: () throws -> Void) {
            do { try write() } catch { failure = failure ?? error }
        }
        if failure != nil { for ring in rings { attempt { try ring.writeOut() } } }
        for recorder in recorders { attempt { try recorder.finish() } }
        return failure
    }
}
