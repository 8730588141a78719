import SimulationEngine

/// A word of a line, and where it begins, from 1.
struct XYZWord {
    let text: Substring
    let column: Int

    func problem(_ message: String, line: Int) -> DataFileError.Problem {
        .init(line: line, column: column, length: max(1, text.unicodeScalars.count), message)
    }
}

extension Substring {
    /// The words between blanks.
    var words: [XYZWord] {
        var words: [XYZWord] = []
        var (column, start, startColumn) = (1, startIndex, 1)
        func end(at index: Index) {
            if index > start { words.append(XYZWord(text: self[start..<index], column: startColumn)) }
        }
        for index in indices {
            if self[index].isWhitespace {
                end(at: index)
                start = self.index(after: index)
                startColumn = column + 1
            }
            column += 1
        }
        end(at: endIndex)
        return words
    }
}

/// The second line of a frame: keys with values, which stand in quotation marks if they have blanks.
struct XYZComment {
    struct Entry {
        let key: Substring
        let value: Substring

        /// Where the value begins, from 1.
        let column: Int

        func problem(_ message: String) -> DataFileError.Problem {
            .init(line: 2, column: column, length: max(1, value.unicodeScalars.count), message)
        }

        /// So many finite numbers.
        func numbers(_ count: Int, into problems: inout [DataFileError.Problem]) -> [Double]? {
            let numbers = value.words.compactMap { Double($0.text) }.filter(\.isFinite)
            if numbers.count == count, value.words.count == count { return numbers }
            problems.append(problem("\(key) must be \(count) finite numbers in quotation marks"))
            return nil
        }

        /// Three truth values.
        func truths(into problems: inout [DataFileError.Problem]) -> [Bool]? {
            let truths = value.words.compactMap { word -> Bool? in
                switch word.text.lowercased() {
                case "t", "true", "1": true
                case "f", "false", "0": false
                default: nil
                }
            }
            if truths.count == 3, value.words.count == 3 { return truths }
            problems.append(problem("\(key) must be three of T and F in quotation marks"))
            return nil
        }
    }

    private let entries: [Entry]

    init(line: Substring, problems: inout [DataFileError.Problem]) {
        var entries: [Entry] = []
        var rest = line[...]
        var column = 1
        func advance(_ count: Int) {
            rest = rest.dropFirst(count)
            column += count
        }
        while let first = rest.first {
            if first.isWhitespace {
                advance(1)
                continue
            }
            let key = rest.prefix { !$0.isWhitespace && $0 != "=" }
            advance(key.count)
            guard rest.first == "=" else { continue }
            advance(1)
            guard let quote = rest.first, quote == "\"" || quote == "'" else {
                let value = rest.prefix { !$0.isWhitespace }
                entries.append(Entry(key: key, value: value, column: column))
                advance(value.count)
                continue
            }
            advance(1)
            let value = rest.prefix { $0 != quote }
            entries.append(Entry(key: key, value: value, column: column))
            guard value.endIndex < rest.endIndex else {
                problems.append(.init(line: 2, column: column - 1, length: 1, "the quotation mark is not closed"))
                break
            }
            advance(value.count + 1)
        }
        self.entries = entries
    }

    /// The entry of a key, in capital letters or not.
    func entry(_ key: String) -> Entry? {
        entries.first { $0.key.lowercased() == key.lowercased() }
    }
}

/// Where the properties of a particle stand in its line.
struct XYZColumns {
    let count: Int
    let position: Int
    let velocity: Int?
    let hasMomenta: Bool
    let mass: Int?
    let charge: Int?
    let type: Int?
    let species: Int?
    let name: Int?

    /// The column of what is called so in tables.
    func column(of property: String) -> Int? {
        switch property {
        case "x": position
        case "y": position + 1
        case "z": position + 2
        case "mass": mass
        case "charge": charge
        case "type": type ?? species
        case "name": name
        default: nil
        }
    }

    /// How many columns the properties that are read have.
    private static let widths = [
        "pos": 3, "velo": 3, "vel": 3, "velocity": 3, "velocities": 3, "momenta": 3, "mass": 1, "masses": 1, "type": 1,
        "charge": 1, "charges": 1, "initial_charges": 1, "species": 1, "name": 1,
    ]

    /// Reads `name:kind:number:…`; `nil` if that is wrong, which is reported.
    init?(_ entry: XYZComment.Entry?, problems: inout [DataFileError.Problem]) {
        let text = entry?.value ?? "species:S:1:pos:R:3"
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var starts: [String: Int] = [:]
        var count = 0
        func report(_ message: String) {
            problems.append(entry?.problem(message) ?? .init(line: 2, column: 1, length: 1, message))
        }
        guard parts.count.isMultiple(of: 3) else {
            report("Properties must have a name, a kind and a number of columns for each, such as pos:R:3")
            return nil
        }
        for index in stride(from: 0, to: parts.count, by: 3) {
            let name = parts[index].lowercased()
            guard let width = Int(parts[index + 2]), (1...1000).contains(width) else {
                report("the property '\(parts[index])' must have a number of columns, not '\(parts[index + 2])'")
                return nil
            }
            if let needed = Self.widths[name], needed != width {
                report("the property '\(parts[index])' must have \(needed) columns, not \(width)")
                return nil
            }
            if starts.updateValue(count, forKey: name) != nil {
                report("the property '\(parts[index])' stands twice")
                return nil
            }
            count += width
        }
        guard let position = starts["pos"] else {
            report("the property 'pos' is missing: the positions of the particles")
            return nil
        }
        self.count = count
        self.position = position
        let names = ["velo", "vel", "velocity", "velocities", "momenta"].filter { starts[$0] != nil }
        guard names.count <= 1 else {
            report("there can be only one of the properties \(names.joined(separator: " and "))")
            return nil
        }
        velocity = names.first.flatMap { starts[$0] }
        hasMomenta = names.first == "momenta"
        mass = starts["mass"] ?? starts["masses"]
        charge = starts["charge"] ?? starts["charges"] ?? starts["initial_charges"]
        type = starts["type"]
        species = starts["species"]
        name = starts["name"]
    }
}
