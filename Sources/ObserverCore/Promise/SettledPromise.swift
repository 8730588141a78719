/// A promise that has its value and still has to pass it on, whatever the type of the value.
protocol SettledPromise: AnyObject {
    /// True if no more than one handler still waits for the value.
    var isAtLastHandler: Bool { get }

    /// Passes the value on to the oldest handler that waits for it, which ceases to wait.
    ///
    /// - Returns: A promise that this has settled and whose handlers come next.
    func callNextHandler() -> (any SettledPromise)?
}

/// Passes on the value of a promise, and the values of all promises that are settled by that.
///
/// This walks the tree of promises depth first, as if each promise called the next one, but with its own stack. That
/// does not grow along a chain: a promise is left for good with its last handler.
///
/// Nobody else passes on the values of these promises: a promise is handed over only once, by whoever settled it.
func passValuesOn(from first: any SettledPromise) {
    var current = first
    var interrupted: ContiguousArray<any SettledPromise> = []
    while true {
        let isAtLastHandler = current.isAtLastHandler
        if let next = current.callNextHandler() {
            if !isAtLastHandler { interrupted.append(current) }
            current = next
        } else if isAtLastHandler {
            guard let last = interrupted.popLast() else { return }
            current = last
        }
    }
}
