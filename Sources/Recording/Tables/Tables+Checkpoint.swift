import SimulationEngine

extension RecordedTable: Resumable {
    /// Archives all rows.
    public func archiveState(in archive: StateArchive) throws(CheckpointError) {
        try archive.elements(&columns, makeElement: { "" }) { (name) throws(CheckpointError) in
            try archive.text(&name)
        }
        try archive.count(&rowCount)
        try archive.elements(&numbers, makeElement: { [] }) { (column) throws(CheckpointError) in
            try archive.values(&column)
        }
        try archive.elements(&texts, makeElement: { nil }) { (column) throws(CheckpointError) in
            var isThere = column != nil
            try archive.flag(&isThere)
            var texts = column ?? []
            try archive.elements(&texts, makeElement: { "" }) { (text) throws(CheckpointError) in
                try archive.text(&text)
            }
            column = isThere ? texts : nil
        }
        if archive.isReading { areIntegers = columns.map { _ in true } }
        try areIntegers.withUnsafeMutableBufferPointer { (flags) throws(CheckpointError) in
            try archive.flags(flags, "the number of columns of a table")
        }
        let areWhole =
            numbers.count == columns.count && texts.count == columns.count
            && numbers.allSatisfy { $0.count == rowCount } && texts.allSatisfy { $0?.count ?? rowCount == rowCount }
        guard areWhole else {
            throw .damaged(reason: "not all columns of a table have a cell for each of its \(rowCount) rows")
        }
    }
}
