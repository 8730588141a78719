import Foundation
import Recording

/// The file `units.json` beside the tables of a run: the unit of each column.
final class UnitSidecar {
    static let fileName = "units.json"

    private let system: UnitSystem
    private let dimensions: Int
    private var tables: [String: [String]] = [:]

    init(_ system: UnitSystem, dimensions: Int) {
        self.system = system
        self.dimensions = dimensions
    }

    /// A destination of which the columns are told to the sidecar.
    func noting(_ destination: TableDestination, as file: String) -> TableDestination {
        TableDestination { columns throws(RecordingError) in
            self.tables[file] = columns
            return try destination.table(columns: columns)
        }
    }

    /// The file as JSON, with keys in alphabetical order.
    func json() throws -> Data {
        var units = UnitSystem.Dimension.allCases.filter { $0 != .none }.reduce(into: [:]) { units, dimension in
            units[dimension.rawValue] = system.unit(of: dimension, dimensions: dimensions)
        }
        units["charge"] = system.charge
        let columns = tables.mapValues { columns in
            columns.reduce(into: [String: Any]()) { units, column in
                units[column] =
                    UnitSystem.Dimension(ofColumn: column).map { system.unit(of: $0, dimensions: dimensions) }
                    ?? NSNull()
            }
        }
        return try JSONSerialization.data(
            withJSONObject: ["units": units, "columns": columns] as [String: Any],
            options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }
}
