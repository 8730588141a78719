import SimulationEngine

/// The warnings of a run: they do not end it, but should be known of its results.
///
/// The texts follow from the scenario alone, and stand in the manifest.
package final class RunWarnings: Resumable {
    private(set) var texts: [String] = []

    /// Is told each text when it is new.
    var onWarning: (String) -> Void = { _ in }

    package func add(_ text: String) {
        texts.append(text)
        onWarning(text)
    }

    package func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.elements(&texts, makeElement: { "" }) { (text) throws(CheckpointError) in try archive.text(&text) }
    }
}
