import Foundation
import NumberLibraries
import Recording

/// How rows of three numbers are written into a file.
enum WritingWay: String, CaseIterable {
    /// By appending the characters of each number's `description` to an array.
    case description

    /// By `CSVFile`, a row at a time.
    case file = "CSVFile"

    /// By `std::to_chars` of C++.
    case toChars = "to_chars"

    /// By `snprintf` of C with 17 digits.
    case printf

    /// Creates a file and writes into it.
    func write(_ numbers: [Double], to path: String) throws {
        switch self {
        case .description: try writeDescriptions(numbers, to: path)
        case .file: try writeFile(numbers, to: path)
        case .toChars: try writeByLibrary(numbers, to: path, number_libraries_to_chars)
        case .printf: try writeByLibrary(numbers, to: path, number_libraries_printf)
        }
    }

    private static let columns = ["x", "y", "z"]

    private func writeFile(_ numbers: [Double], to path: String) throws {
        let file = try CSVFile(creating: path, columns: Self.columns)
        try numbers.withUnsafeBufferPointer { numbers in
            for start in stride(from: 0, to: numbers.count, by: 3) {
                file.append(contentsOf: UnsafeBufferPointer(rebasing: numbers[start..<start + 3]).span)
                try file.endRow()
            }
        }
        try file.flush()
    }

    private func writeDescriptions(_ numbers: [Double], to path: String) throws {
        let handle = try Self.handle(path)
        var buffer = Array((Self.columns.joined(separator: ",") + "\n").utf8)
        buffer.reserveCapacity(1 << 17)
        for (index, number) in numbers.enumerated() {
            buffer.append(contentsOf: number.description.utf8)
            buffer.append(index % 3 == 2 ? UInt8(ascii: "\n") : UInt8(ascii: ","))
            guard buffer.count >= 1 << 16 || index + 1 == numbers.count else { continue }
            try handle.write(contentsOf: buffer)
            buffer.removeAll(keepingCapacity: true)
        }
    }

    private func writeByLibrary(
        _ numbers: [Double], to path: String, _ write: (UnsafePointer<Double>, Int, Int32) -> Int32
    ) throws {
        let handle = try Self.handle(path)
        guard write(numbers, numbers.count, handle.fileDescriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    private static func handle(_ path: String) throws -> FileHandle {
        guard FileManager.default.createFile(atPath: path, contents: nil),
            let handle = FileHandle(forWritingAtPath: path)
        else { throw CocoaError(.fileWriteUnknown) }
        return handle
    }
}
