/// The control group of the process on Linux, of version 1 or 2 (`cgroups(7)`), and those that it is in.
struct ControlGroup {
    /// The folder in which the system's files lie.
    private let root: String

    /// - Parameter root: Another place of `/proc` and `/sys` than the root.
    init(root: String = "") {
        self.root = root
    }

    /// The least limit of memory in bytes; `nil` if there is none.
    var memoryLimit: Double? {
        // Lines such as '0::/user.slice' of version 2, or '4:cpu,memory:/docker/af3'.
        let groups = (try? InputFile(root + "/proc/self/cgroup").text()) ?? ""
        let all = groups.split(separator: "\n").flatMap { (line: Substring) -> [Double] in
            let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return [] }
            if parts[0] == "0", parts[1].isEmpty { return limits(of: parts[2], "", file: "memory.max") }
            guard parts[1].split(separator: ",").contains("memory") else { return [] }
            return limits(of: parts[2], "/memory", file: "memory.limit_in_bytes")
        }
        return all.min()
    }

    /// The limits of a group and of those that it is in. In a container the names of groups may be those outside of it,
    /// where only the outermost folder is there.
    private func limits(of group: Substring, _ controller: String, file: String) -> [Double] {
        var names = group.split(separator: "/")
        var limits: [Double] = []
        while true {
            let path = names.map { "/" + $0 }.joined()
            // 'max', or a number beyond all memory, is no limit.
            let text = try? InputFile("\(root)/sys/fs/cgroup\(controller)\(path)/\(file)").text()
            if let limit = text.flatMap({ Double($0.prefix { $0 != "\n" }) }) { limits.append(limit) }
            guard names.popLast() != nil else { return limits }
        }
    }
}
