import SimulationEngine

extension RingTable: Resumable {
    /// Archives the moments that are kept, and the table into which they are written.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.state(of: target, "the table of a ring")
        try archive.elements(&moments, atMost: capacity, makeElement: { [] }) { (cells) throws(CheckpointError) in
            try Self.archive(&cells, in: archive)
        }
        try archive.count(&oldest, atMost: max(moments.count - 1, 0))
        try Self.archive(&present, in: archive)
        for cells in moments + [present] where !hasRows(cells) {
            throw .damaged(reason: "a row has more cells than the \(columns.count) columns of its table")
        }
    }

    private static func archive(_ cells: inout [Cell], in archive: StateArchive) throws(CheckpointError) {
        try archive.elements(&cells, makeElement: { .nothing }) { (cell) throws(CheckpointError) in
            try cell.archive(in: archive)
        }
    }

    /// Tests if the rows of a moment fit into the table.
    private func hasRows(_ cells: [Cell]) -> Bool {
        cells.split(whereSeparator: \.isEndOfRow).allSatisfy { $0.count <= columns.count }
    }
}

extension RingTable.Cell {
    fileprivate var isEndOfRow: Bool { if case .endOfRow = self { true } else { false } }

    private var kind: UInt8 {
        switch self {
        case .number: 0
        case .integer: 1
        case .text: 2
        case .nothing: 3
        case .endOfRow: 4
        }
    }

    fileprivate mutating func archive(in archive: StateArchive) throws(CheckpointError) {
        var kind = kind
        try archive.value(&kind)
        switch kind {
        case 0:
            var number = if case .number(let number) = self { number } else { 0.0 }
            try archive.value(&number)
            self = .number(number)
        case 1:
            var number = if case .integer(let number) = self { number } else { 0 }
            try archive.value(&number)
            self = .integer(number)
        case 2:
            var bytes = if case .text(let text) = self { text.bytes } else { [UInt8]() }
            try archive.values(&bytes)
            self = .text(TableText(bytes: bytes))
        case 3: self = .nothing
        case 4: self = .endOfRow
        default: throw .damaged(reason: "\(kind) stands where the kind of a cell should")
        }
    }
}
