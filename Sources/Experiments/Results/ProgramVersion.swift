import CCommit

/// The version of the program.
package let observatoryVersion = "0.1.0"

/// The commit that the program was built from, which only programs know that `.ci/package` has made: SwiftPM tells nothing of
/// commits that a later build could rely on.
package let observatoryCommit: String? = {
    let commit = String(cString: observatory_commit())
    return commit.isEmpty ? nil : commit
}()
