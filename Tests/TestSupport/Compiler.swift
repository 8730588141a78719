import Foundation

/// The Swift compiler, asked whether code that uses a module of the package is right.
public enum Compiler {
    /// Type-checks code and returns the errors and warnings.
    ///
    /// Some misuse shows only after type checking, so that code is compiled all the way to where isolation is checked.
    public static func diagnose(_ code: String, importing module: String = "ObserverCore") throws -> String {
        let folder = try TemporaryDirectory()
        let file = try folder.write("import \(module)\n" + code, to: "code.swift")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "swiftc", "-emit-sil", "-o", folder.path(of: "code.sil"), "-swift-version", "6", "-parse-as-library",
            "-I", productsFolder + "/Modules",
            // That of the user need not be writable.
            "-module-cache-path", folder.path(of: "modules"), file,
        ]
        let output = try folder.write("", to: "output")
        process.standardError = FileHandle(forWritingAtPath: output)
        try process.run()
        process.waitUntilExit()
        return try folder.read("output")
    }
}
