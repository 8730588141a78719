import Foundation
import TestSupport
import Testing

@testable import Essentials

/// Limits of memory, of which the least one counts.
@Suite struct MemoryLimitTests {
    @Test("There is no shortage of what the limit has room for")
    func shortage() throws {
        let limit = MemoryLimit.present
        #expect(MemoryShortage(of: "it", bytes: 0.5 * limit.bytes) == nil)
        let shortage = try #require(MemoryShortage(of: "it", bytes: 1e15))
        #expect(shortage.description == "it needs at least 1000000.0 GB of memory, but \(shortage.limit)")
    }

    @Test("A limit of the process counts, without what the process has already")
    func process() async {
        await #expect(processExitsWith: .success) {
            let resource = Int32(RLIMIT_AS.rawValue)
            var limit = rlimit()
            try #require(getrlimit(resource, &limit) == 0)
            limit.rlim_cur = 1 << 32
            try #require(setrlimit(resource, &limit) == 0)
            let present = MemoryLimit.present
            #expect(present.cause == .process)
            #expect(present.bytes > 0 && present.bytes < 0x1p32)
            #expect(present.description.hasPrefix("the limits of the process ('ulimit -v', 'ulimit -d') leave "))
        }
    }

    @Test("The limits of a control group and of those that it is in count, whatever the version")
    func controlGroups() throws {
        let root = try TemporaryDirectory()
        func write(_ text: String, _ path: String) throws {
            let file = URL(fileURLWithPath: root.path(of: path))
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let group = ControlGroup(root: root.path)
        #expect(group.memoryLimit == nil)
        try write("0::/jobs/seven\n", "proc/self/cgroup")
        #expect(group.memoryLimit == nil)
        try write("max\n", "sys/fs/cgroup/jobs/seven/memory.max")
        #expect(group.memoryLimit == nil)
        try write("2000000\n", "sys/fs/cgroup/jobs/memory.max")
        #expect(group.memoryLimit == 2_000_000)
        try write("1000000\n", "sys/fs/cgroup/jobs/seven/memory.max")
        #expect(group.memoryLimit == 1_000_000)
        // Version 1, of which another controller has no limit of memory, in a container that does not see its group.
        try write("12:cpuset:/jobs/seven\n4:cpu,memory:/docker/af3\n", "proc/self/cgroup")
        #expect(group.memoryLimit == nil)
        try write("3000000\n", "sys/fs/cgroup/memory/memory.limit_in_bytes")
        #expect(group.memoryLimit == 3_000_000)
    }
}
