import Testing

/// Begins the tests, in place of what the package manager would write by an index of all test modules: looking for tests of XCTest,
/// of which there are none, that index takes a quarter of what their building takes.
@main
struct TestMain {
    static func main() async {
        await Testing.__swiftPMEntryPoint() as Never
    }
}
