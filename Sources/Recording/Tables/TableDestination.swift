/// What recorders make their tables of, when they know the columns.
///
///     try NodeRecorder(simulation, nodes: .all, at: simulation.clock, to: .csv("nodes.csv"))
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
    /// - Throws: ``RecordingError``.
    public func table(columns: [String]) throws(RecordingError) -> any TableWriter {
        try makeTable(columns)
    }

    /// A new CSV file.
    public static func csv(_ path: String) -> TableDestination {
        TableDestination { columns throws(RecordingError) in try CSVFile(creating: path, columns: columns) }
    }

    /// CSV on the standard output.
    public static var csvOnStandardOutput: TableDestination {
        TableDestination { columns throws(RecordingError) in
            try CSVFile(.standardOutput, columns: columns)
        }
    }

    /// A new file with a JSON object a line.
    public static func jsonLines(_ path: String) -> TableDestination {
        TableDestination { columns throws(RecordingError) in try JSONLinesFile(creating: path, columns: columns) }
    }

    /// A JSON object a line on the standard output.
    public static var jsonLinesOnStandardOutput: TableDestination {
        TableDestination { columns in JSONLinesFile(.standardOutput, columns: columns) }
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
