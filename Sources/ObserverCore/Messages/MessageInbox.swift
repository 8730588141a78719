/// Where an observation leaves messages for a task that fetches them.
final class MessageInbox<Message> {
    typealias BufferingPolicy = AsyncStream<Message>.Continuation.BufferingPolicy

    private let bufferingPolicy: BufferingPolicy
    private let messages = MessageQueue<Message>()
    private var count = 0

    /// True if the observation has ended, so that no message will come any more.
    private var isClosed = false

    /// Wake the tasks that wait: streams of nothing, which whoever is in the domain of the inbox finishes, and also the
    /// cancellation of the waiting task, from any thread.
    private var wakeUpCalls: ContiguousArray<AsyncStream<Never>.Continuation> = []

    init(bufferingPolicy: BufferingPolicy) {
        self.bufferingPolicy = bufferingPolicy
    }

    /// Is captured by the handler of the observation alone, and so dies with it, which tells the inbox that the
    /// observation has ended, whatever the reason.
    final class Entrance {
        let inbox: MessageInbox

        init(to inbox: MessageInbox) {
            self.inbox = inbox
        }

        deinit {
            inbox.close()
        }
    }
}

extension MessageInbox {
    /// - Complexity: O(1) amortised.
    func receive(_ message: Message) {
        switch bufferingPolicy {
        case .bufferingOldest(let limit) where count >= max(limit, 1):
            return
        case .bufferingNewest(let limit) where count >= max(limit, 1):
            _ = messages.popFirst()
            count -= 1
        default:
            break
        }
        messages.append(message, from: nil)
        count += 1
        wakeWaitingTasks()
    }

    private func close() {
        isClosed = true
        wakeWaitingTasks()
    }

    private func wakeWaitingTasks() {
        guard !wakeUpCalls.isEmpty else { return }
        for call in wakeUpCalls { call.finish() }
        wakeUpCalls = []
    }

    /// Waits for the next message.
    ///
    /// - Returns: `nil` if no message will come any more or the task is cancelled.
    func next(isolation: isolated (any Actor)?) async -> Message? {
        while !Task.isCancelled {
            if let (message, _) = messages.popFirst() {
                count -= 1
                return message
            }
            guard !isClosed else { return nil }
            let (signal, call) = AsyncStream<Never>.makeStream()
            wakeUpCalls.append(call)
            for await _ in signal {}
        }
        return nil
    }
}
