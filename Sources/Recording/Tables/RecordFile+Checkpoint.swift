import Foundation
import SimulationEngine

/// Of a file a checkpoint has the length. When the run goes on, what has been written after the checkpoint is cut off;
/// of a stream it cannot be taken back.
extension RecordFile: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if !archive.isReading {
            do throws(RecordingError) {
                try flush()
            } catch {
                throw .file(path: path, reason: "\(error)")
            }
            // The checkpoint must not reach the disk before what it counts on.
            guard isStream || fsync(descriptor) == 0 else { throw .file(path: path, reason: Self.reason(errno)) }
        }
        var length = Int(size)
        try archive.count(&length)
        if archive.isReading { try goOn(at: off_t(length)) }
    }

    /// Takes note of where the file is to be cut off.
    private func goOn(at length: off_t) throws(CheckpointError) {
        text.removeFirst(text.count)
        endOfRecords = 0
        size = length
        guard !isStream else {
            resumption = .done
            return
        }
        let present = lseek(descriptor, 0, SEEK_END)
        guard present >= length else {
            throw .file(
                path: path,
                reason: "the file has \(max(present, 0)) bytes, but had \(length) at the checkpoint: use an earlier "
                    + "checkpoint, or run from the beginning")
        }
        resumption = .awaitingCut
    }

    /// Cuts off what was written after the checkpoint.
    func cut() throws(RecordingError) {
        guard ftruncate(descriptor, size) == 0, lseek(descriptor, size, SEEK_SET) == size else {
            throw .cannotWrite(path: path, reason: Self.reason(errno))
        }
        resumption = .done
    }
}
