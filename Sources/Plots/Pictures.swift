import ScenarioFiles
import SimulationEngine

/// Pictures of the results of a run or a sweep, drawn by gnuplot.
///
///     let pictures = try Pictures(of: "Results/karate-club")
///     try pictures.draw()
///
/// The choice of pictures follows from what was observed, as the scenario in the directory says it. Beside each picture lies the
/// script that has drawn it, with all numbers in it: whoever wants a picture to look otherwise changes the script, and runs
/// `gnuplot` on it.
///
/// gnuplot draws, and Graphviz places the nodes of graphs, since Debian has both in small packages, their input is a text that can be
/// kept and read, and the same input gives the same picture. Where one is missing, `PlotError.noProgram` says what to
/// install.
public struct Pictures {
    /// The directory of the results.
    public let directory: String

    /// Where pictures are written.
    public let folder: String

    /// The records that are not drawn, and why.
    public let omissions: [String]

    package let figures: [Figure]
    private let run: RunFigures?

    /// Reads results.
    ///
    /// - Parameters:
    ///   - directory: The directory of a run, which may not have ended, or of a sweep.
    ///   - folder: Where pictures are to be written: `pictures` in the directory unless given. It is made if it is not there.
    /// - Throws: `PlotError`, `ScenarioError`, `DataFileError`, `SweepError`.
    /// - Complexity: O(n) for n rows of tables, all of which are in memory meanwhile.
    public init(of directory: String, in folder: String? = nil) throws {
        (self.directory, self.folder) = (directory, folder ?? "\(directory)/pictures")
        do {
            try FileSystem.createFolder(self.folder)
        } catch {
            throw PlotError.cannotWrite(path: self.folder, reason: error.reason)
        }
        if FileSystem.exists("\(directory)/sweep.yml") {
            (figures, omissions) = try SweepFigures(of: directory).figures()
            run = nil
        } else {
            let run = try RunFigures(of: directory, workFolder: self.folder)
            (figures, omissions) = (try run.figures(), run.omissions)
            self.run = run
        }
    }

    /// Draws all pictures, over those that were drawn before.
    ///
    /// - Parameter formats: `svg`, `png`.
    /// - Returns: The paths of the pictures.
    /// - Throws: `PlotError`.
    @discardableResult
    public func draw(as formats: [PictureFormat] = PictureFormat.allCases) throws(PlotError) -> [String] {
        guard !figures.isEmpty else { throw .nothingToDraw(path: directory) }
        var paths: [String] = []
        for figure in figures {
            let files = formats.map { (format: $0, path: "\(figure.name).\($0.rawValue)") }
            try GnuplotScript(figure, to: files).run(in: folder, named: figure.name)
            paths += files.map { "\(folder)/\($0.path)" }
        }
        return paths
    }

    /// Draws films of the nodes of a run, which need `ffmpeg` besides.
    ///
    /// - Returns: The paths of the films, MP4.
    /// - Throws: `PlotError`.
    public func film() throws(PlotError) -> [String] {
        let films = try run?.films(ofAtMost: Self.greatestFrameCount) ?? []
        guard !films.isEmpty else { throw .nothingMoves(path: directory) }
        guard ExternalProgram.ffmpeg.isInstalled else {
            throw .noProgram(ExternalProgram.ffmpeg.name, package: ExternalProgram.ffmpeg.package)
        }
        var paths: [String] = []
        for film in films {
            let frames = "\(folder)/.frames"
            defer { try? FileSystem.remove(frames) }
            do throws(DurableFile.Failure) {
                try FileSystem.createFolder(frames)
            } catch {
                throw .cannotWrite(path: frames, reason: error.reason)
            }
            let script = GnuplotScript(film: film.frames) { ".frames/\(Self.padded($0)).png" }
            try script.run(in: folder, named: ".frames/frames")
            let path = "\(folder)/\(film.name).mp4"
            try ExternalProgram.ffmpeg.run(
                [
                    "-y", "-loglevel", "error", "-framerate", "\(Self.frameRate)", "-i", "\(frames)/%05d.png", "-c:v",
                    "libx264",
                    "-pix_fmt", "yuv420p", path,
                ], writingTo: "\(frames)/log")
            paths.append(path)
        }
        return paths
    }

    /// A film of more frames would be longer than anybody watches.
    private static let greatestFrameCount = 400
    private static let frameRate = 20

    private static func padded(_ number: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, 5 - digits.count)) + digits
    }

    /// Shows a picture by what the desktop has for pictures.
    ///
    /// - Throws: `PlotError`.
    public static func open(_ path: String) throws(PlotError) {
        try ExternalProgram.viewer.run([path], writingTo: "/dev/null")
    }
}
