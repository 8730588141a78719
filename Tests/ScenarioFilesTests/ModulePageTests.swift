import TestSupport
import Testing

@Suite("The page of Experiments")
struct ModulePageTests {
    @Test("lists all public types")
    func types() throws {
        try expectTopics(coverTypesOf: "Experiments")
    }
}
