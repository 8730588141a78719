import SimulationEngine

/// Reads a function of equations that is given by two columns of a CSV file.
struct EquationTableReader {
    typealias Points = [(x: Double, y: Double)]

    let data: DataFiles

    func read(_ value: Value) -> Points? {
        value.section(of: [EquationKeys.tableFile, EquationKeys.tableColumns]) { section in
            let columns = section.readIfGiven(EquationKeys.tableColumns) { value in
                let names = value.list(.exactly(2), of: "names of columns") { $0.string() }
                guard let names, names[0] == names[1] else { return names }
                value.report("a function of '\(names[0])' needs another column for its values")
                return nil
            }
            guard let file = section.read(EquationKeys.tableFile, { $0 }), let columns else { return nil }
            return data.read(file, at: file.path.joined(separator: ".")) { table throws(DataFileError) in
                try Self.points(of: table, columns)
            }
        }
    }

    private static func points(of table: DelimitedTable, _ columns: [String]?) throws(DataFileError) -> Points {
        var problems: [DataFileError.Problem] = []
        func throwProblems() throws(DataFileError) {
            if !problems.isEmpty { throw DataFileError(file: table.file, problems: problems) }
        }
        let header = table.header
        for name in columns ?? [] where !header.contains(where: { $0.text == name }) {
            let known = header.map(\.text).joined(separator: ", ")
            problems.append(header[0].problem("the column '\(name)' is missing: the columns are \(known)"))
        }
        if columns == nil, header.count < 2 { problems.append(header[0].problem("a second column is missing")) }
        if table.rows.count < 2 { problems.append(header[0].problem("there must be two records or more")) }
        try throwProblems()
        let places = columns?.compactMap { name in header.firstIndex { $0.text == name } } ?? [0, 1]
        var points: Points = []
        for row in table.rows {
            guard let x = row[places[0]].number(into: &problems), let y = row[places[1]].number(into: &problems) else {
                continue
            }
            if let last = points.last, last.x >= x {
                problems.append(row[places[0]].problem("\(x) must be greater than the number before, \(last.x)"))
            }
            points.append((x, y))
        }
        try throwProblems()
        return points
    }
}
