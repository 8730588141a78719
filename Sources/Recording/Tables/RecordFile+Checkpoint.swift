import SimulationEngine

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Of a file a checkpoint has the length and the checksum. When the run goes on, what has been written after the checkpoint is cut off;
/// of a stream it cannot be taken back.
extension RecordFile: Resumable {
    func archiveState(in archive: StateArchive) throws(CheckpointError) {
        if !archive.isReading {
            do throws(RecordingError) {
                if isDeferred { try create() } else { try flush() }
            } catch {
                throw .file(path: path, reason: "\(error)")
            }
            // The checkpoint must not reach the disk before what it counts on.
            guard isStream || OpenFile(descriptor).synchronize() else {
                throw .file(path: path, reason: Self.reason(errno))
            }
        }
        var length = Int(size)
        try archive.count(&length)
        var sum = checksum.value
        try archive.value(&sum)
        if archive.isReading { try goOn(at: off_t(length), checksum: sum) }
    }

    /// Takes note of where the file is to be cut off.
    private func goOn(at length: off_t, checksum expected: UInt64) throws(CheckpointError) {
        text.removeFirst(text.count)
        endOfRecords = 0
        size = length
        guard !isStream, !isNowhere else {
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
        checksum = try checksum(ofFirst: length)
        guard checksum.value == expected else {
            throw .file(
                path: path,
                reason: "its first \(length) bytes are not those that it had at the checkpoint: use an earlier "
                    + "checkpoint, or run from the beginning")
        }
        resumption = .awaitingCut
    }

    /// The checksum of the first bytes of the file, which has as many.
    private func checksum(ofFirst length: off_t) throws(CheckpointError) -> Checksum {
        var checksum = Checksum()
        do throws(InputFile.Failure) {
            try InputFile(path).forEachPiece(upTo: Int(length)) { checksum.add($0) }
        } catch {
            throw .file(path: path, reason: error.words)
        }
        return checksum
    }

    /// Cuts off what was written after the checkpoint.
    func cut() throws(RecordingError) {
        guard ftruncate(descriptor, size) == 0, lseek(descriptor, size, SEEK_SET) == size else {
            throw .cannotWrite(path: path, reason: Self.reason(errno))
        }
        resumption = .done
    }
}
