import TestSupport
import Testing

@Suite("The page of Documents")
struct ModulePageTests {
    @Test("lists all public types")
    func types() throws {
        try expectTopics(coverTypesOf: "Documents")
    }
}
