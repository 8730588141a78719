/// Who observes whom: a picture of the observations of a messenger or of a receiver at one moment, for debugging.
public struct ObservationReport: Equatable, Sendable {
    /// Those at the other end of the observations with the number of observations each, in the order in which they first
    /// appear.
    public let partners: [Partner]

    /// The number of observations.
    public let observationCount: Int

    /// The memory in bytes that the observations take at this end, without the closures.
    public let byteCount: Int

    /// One at the other end.
    public struct Partner: Equatable, Sendable {
        /// Who it is: the receiver of an observer, or a messenger.
        public let id: ObjectIdentifier

        /// Its type.
        public let type: String

        /// The number of observations that it has in common with the one that is reported of.
        public let observationCount: Int
    }

    init(_ objects: [AnyObject], byteCount: Int) {
        var order: [ObjectIdentifier] = []
        var counts: [ObjectIdentifier: (type: String, count: Int)] = [:]
        for object in objects {
            let id = ObjectIdentifier(object)
            if counts[id] == nil {
                order.append(id)
                counts[id] = (String(describing: type(of: object)), 0)
            }
            counts[id]?.count += 1
        }
        partners = order.compactMap { id in
            counts[id].map { Partner(id: id, type: $0.type, observationCount: $0.count) }
        }
        observationCount = objects.count
        self.byteCount = byteCount
    }
}

extension AnyMessenger {
    /// Who observes this messenger.
    ///
    /// - Complexity: O(n) for n observations.
    public final var observationReport: ObservationReport {
        guard let block else { return ObservationReport([], byteCount: 0) }
        guard !block.state.isSeat else {
            let receiver = block.seat.pointee.collection.takeUnretainedValue().receiver.takeUnretainedValue()
            return ObservationReport([receiver], byteCount: 0)
        }
        let receivers = (0..<block.count).map { block.links[$0] }.filter { $0.kind != .ended }
            .map { $0.receiver.takeUnretainedValue().whole }
        return ObservationReport(receivers, byteCount: block.state.isSole ? 0 : block.byteCount)
    }
}

extension Receiver {
    /// Whom the observer of this receiver observes.
    ///
    /// - Complexity: O(n) for n observations.
    public var observationReport: ObservationReport {
        ObservationReport(
            observedMessengers,
            byteCount: records.byteCount + (soleObservations?.byteCount ?? 0)
                + collections.reduce(0) { $0 + $1.byteCount })
    }

    private func observedMessenger(ofRecord index: Int) -> AnyMessenger {
        let record = records[index]
        return record.messenger._withUnsafeGuaranteedRef { $0.unparked(at: Int(record.slot)) }
    }

    private var observedMessengers: [AnyMessenger] {
        (0..<records.count).map { observedMessenger(ofRecord: $0) } + (soleObservations?.messengers ?? [])
            + collections.flatMap(\.messengers)
            + parts.flatMap(\.observedMessengers)
    }
}

extension ObservationReport: CustomStringConvertible {
    /// A line with the totals, and one for each partner.
    public var description: String {
        let lines = partners.map { "  \($0.type) \($0.id): \($0.observationCount)" }
        return (["\(observationCount) observations, \(byteCount) bytes"] + lines).joined(separator: "\n")
    }
}
