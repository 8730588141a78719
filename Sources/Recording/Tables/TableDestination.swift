/// A maker of tables for recorders, when they know the columns.
///
///     let recorder = try NodeRecorder(simulation, nodes: .all, at: simulation.clock, to: .csv("nodes.csv"))
public struct TableDestination {
    private let makeTable: (_ columns: [String]) throws(RecordingError) -> any TableWriter

    /// A table of one's own.
    ///
    /// - Parameter makeTable: Makes the table when its columns are known.
    public init(_ makeTable: @escaping (_ columns: [String]) throws(RecordingError) -> any TableWriter) {
        self.makeTable = makeTable
    }

    /// Makes the table.
    ///
    /// - Throws: ``RecordingError``; ``RecordingError/duplicateColumn(_:)`` before anything is made.
    public func table(columns: [String]) throws(RecordingError) -> any TableWriter {
        var known: Set<String> = []
        for column in columns where !known.insert(column).inserted { throw .duplicateColumn(column) }
        return try makeTable(columns)
    }

    /// A CSV file, a new one unless it is opened otherwise.
    public static func csv(_ path: String, opening: FileOpening = .new) -> TableDestination {
        TableDestination { columns throws(RecordingError) in
            try CSVFile(path, opening: opening, columns: columns)
        }
    }

    /// CSV on a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isResuming: True if a checkpoint is to tell that the beginning has been written before.
    /// - Returns: The destination.
    public static func csv(_ stream: TextStream, isResuming: Bool = false) -> TableDestination {
        TableDestination { columns throws(RecordingError) in
            try CSVFile(stream, isResuming: isResuming, columns: columns)
        }
    }

    /// A file with a JSON object a line, a new one unless it is opened otherwise.
    public static func jsonLines(_ path: String, opening: FileOpening = .new) -> TableDestination {
        TableDestination { columns throws(RecordingError) in
            try JSONLinesFile(path, opening: opening, columns: columns)
        }
    }

    /// A JSON object a line on a stream.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - isResuming: True if a checkpoint is to tell that the beginning has been written before.
    /// - Returns: The destination.
    public static func jsonLines(_ stream: TextStream, isResuming: Bool = false) -> TableDestination {
        TableDestination { columns in JSONLinesFile(stream, isResuming: isResuming, columns: columns) }
    }

    /// A table in memory.
    public static func memory(_ table: RecordedTable) -> TableDestination {
        TableDestination { columns in
            table.begin(columns: columns)
            return table
        }
    }

    /// The last moments of another destination, which are written when ``RingTable/writeOut()`` is called.
    ///
    /// - Parameters:
    ///   - moments: The number of moments, at least 1.
    ///   - destination: Where they are written.
    ///   - made: Is given the ring.
    /// - Returns: The destination.
    public static func ring(
        last moments: Int, of destination: TableDestination, _ made: @escaping (RingTable) -> Void
    ) -> TableDestination {
        TableDestination { columns throws(RecordingError) in
            let ring = try RingTable(last: moments, of: destination.table(columns: columns))
            made(ring)
            return ring
        }
    }
}
