import SimulationEngine

extension Scenario {
    /// Reads a scenario and all data files that it names.
    ///
    /// - Parameters:
    ///   - path: Where the file lies. Data files are looked up from its folder. Or a stream that is open already, such as
    ///     `/dev/stdin` and what shells write for `<(…)`, which is read once to its end; data files are then looked up from the
    ///     present folder.
    ///   - overrides: Values that replace those of the file.
    /// - Throws: `ScenarioError` with all problems of all files.
    public init(contentsOf path: String, overrides: [Override] = []) throws(ScenarioError) {
        // A scenario that comes through a pipe has neither a name nor a folder.
        let isStream = InputFile.namesOpenStream(path)
        try self.init(
            SourceText(path: path), overrides: overrides, named: isStream ? "scenario" : FileSystem.stem(of: path),
            in: isStream ? "" : Self.folder(of: path))
    }

    /// Reads a scenario from a text.
    ///
    /// - Parameters:
    ///   - source: The text.
    ///   - overrides: Values that replace those of the text.
    ///   - stem: Its name unless it has one.
    ///   - folder: From where data files are looked up.
    ///   - isRehearsed: False if only the run is to find what keeps it from beginning.
    /// - Throws: As ``init(contentsOf:overrides:)``.
    package init(
        _ source: SourceText, overrides: [Override] = [], named stem: String, in folder: String,
        isRehearsed: Bool = true
    ) throws(ScenarioError) {
        let document = try Document(source, overrides: overrides)
        try self.init(document, named: stem, in: folder, isRehearsed: isRehearsed)
    }

    /// Reads a scenario from a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - stem: Its name unless it has one.
    ///   - folder: From where data files are looked up.
    ///   - luck: Which of several courses from the same beginning is taken; the first one unless given.
    ///   - isRehearsed: False if only the run is to find what keeps it from beginning.
    /// - Throws: As ``init(contentsOf:overrides:)``.
    package init(
        _ document: Document, named stem: String, in folder: String, luck: UInt32? = nil, isRehearsed: Bool = true
    ) throws(ScenarioError) {
        let data = DataFiles(folder: folder)
        let (parts, notes) = try document.readTakingNotes {
            ScenarioReader(data: data, defaultName: stem, luck: luck, isRehearsed: isRehearsed).read($0)
        }
        self.init(parts, readIn: document, noting: notes, with: data.files, named: stem, in: folder)
    }
}
