import SimulationEngine

/// An error in recording results.
public enum RecordingError: Error, Equatable, Sendable {
    /// A file could not be created.
    case cannotCreate(path: String, reason: String)

    /// A file could not be written to. What it holds so far is complete rows.
    case cannotWrite(path: String, reason: String)

    /// A file that a run is to go on with cannot be opened again.
    case cannotResume(path: String, reason: String)

    /// The nodes or fields that are to be recorded are not those of the model.
    case selection(SimulationError)

    /// Two columns of a table have the same name.
    case duplicateColumn(String)

    /// A row of a table has ended that has not one value for each column. It has been left out.
    case wrongRow(table: String, valueCount: Int, columnCount: Int)

    /// A ring must keep at least one moment.
    case invalidRing(moments: Int)

    /// A trajectory needs positions, and they are not among the fields.
    case noPositions(known: [String])
}

extension RecordingError: CustomStringConvertible {
    /// The error message: what is wrong, and what would be right.
    public var description: String {
        switch self {
        case .cannotCreate(let path, let reason): "the file '\(path)' cannot be created: \(reason)"
        case .cannotWrite(let path, let reason):
            path == TextStream.standardOutput.name
                ? "the standard output cannot be written: \(reason)" : "the file '\(path)' cannot be written: \(reason)"
        case .cannotResume(let path, let reason):
            "the file '\(path)', which the run is to go on with, cannot be opened: \(reason)"
        case .selection(let error): error.description
        case .duplicateColumn(let name):
            "two columns of a table are called '\(name)': each must have a name of its own"
        case .wrongRow(let table, let values, let columns):
            "a row of \(table) has \(values == 1 ? "1 value" : "\(values) values"), but must have one for each of the "
                + (columns == 1 ? "1 column" : "\(columns) columns")
        case .invalidRing(let moments):
            "a ring is to keep \(moments) moments, but must keep at least one"
        case .noPositions(let known):
            "extended XYZ needs positions, a group of fields called 'position': the fields are "
                + known.joined(separator: ", ")
        }
    }
}

/// Passes on what is wrong with nodes or fields that are to be recorded.
func selecting<Selected>(
    _ select: @autoclosure () throws(SimulationError) -> Selected
) throws(RecordingError) -> Selected {
    do throws(SimulationError) {
        return try select()
    } catch {
        throw .selection(error)
    }
}
