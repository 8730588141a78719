import Foundation
import SimulationEngine

extension Error {
    /// Why something could not be done with a file, in the words of the operating system if it was the cause.
    var reason: String {
        if let failure = self as? DurableFile.Failure { return ScenarioFiles.reason(ofCode: failure.code) }
        let error = self as NSError
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? POSIXError {
            return ScenarioFiles.reason(ofCode: cause.code.rawValue)
        }
        return error.localizedDescription
    }
}

/// The words of the operating system for an error code, such as `permission denied`.
func reason(ofCode code: Int32) -> String {
    let words = String(cString: strerror(code))
    return words.prefix(1).lowercased() + words.dropFirst()
}
