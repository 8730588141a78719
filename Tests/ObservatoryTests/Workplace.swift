import Foundation
import TestSupport

/// A temporary folder with copies of the shipped scenarios, in which the binary runs.
struct Workplace {
    let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        // File by file, since what a link leads to is meant, and a folder of somebody else cannot be copied as his.
        let scenarios = URL(fileURLWithPath: packageFolder + "/Scenarios").resolvingSymlinksInPath().path
        for folder in ["", "/data"] {
            let copy = directory.path(of: "Scenarios" + folder)
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
            for name in try FileManager.default.contentsOfDirectory(atPath: scenarios + folder) {
                let contents = FileManager.default.contents(atPath: "\(scenarios)\(folder)/\(name)")
                try contents?.write(to: URL(fileURLWithPath: "\(copy)/\(name)"))
            }
        }
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
