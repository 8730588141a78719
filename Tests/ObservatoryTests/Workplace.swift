import Foundation
import TestSupport

/// A temporary folder with copies of the shipped scenarios, in which the binary runs.
struct Workplace {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        // Of a link the link would be copied, and the shipped scenarios be written to.
        let scenarios = URL(fileURLWithPath: packageFolder + "/Scenarios").resolvingSymlinksInPath()
        try FileManager.default.copyItem(at: scenarios, to: URL(fileURLWithPath: directory.path(of: "Scenarios")))
    }

    /// Runs the binary in the folder.
    func observatory(_ arguments: String...) throws -> Program.Outcome {
        try program.run(arguments)
    }

    /// The binary, to be run in the folder.
    var program: Program { Program(folder: directory) }

    /// The files and folders in a folder of this place, however deep, sorted.
    func files(in folder: String = ".") throws -> [String] {
        try FileManager.default.subpathsOfDirectory(atPath: directory.path(of: folder)).sorted()
    }

    /// The contents of a file.
    func data(_ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: directory.path(of: name)))
    }
}
