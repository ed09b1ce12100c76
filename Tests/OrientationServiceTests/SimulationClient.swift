import OrientationCore

@testable import OrientationService

/// A subscriber with a socket that holds two messages, and the books of what it was owed.
struct SimulationClient {
    /// What is read off the socket.
    struct Message: Equatable {
        var sequence: UInt64
        var state: OrientationState
        var missed: Int
        var writing: Delivery.Writing
    }

    static let capacity = 2

    let holder: Hub.Holder
    var pace: SimulationEvent.Pace
    private var delivery = Delivery()
    /// Written and not yet read.
    private var socket: [Message] = []
    private var lastRead: Message?
    /// Changes that it was to be told since the last one that was written.
    private var untold = 0
    /// The `will` that it has read without its `did`.
    private var open: UInt64?

    init(_ holder: Hub.Holder, _ pace: SimulationEvent.Pace) {
        self.holder = holder
        self.pace = pace
    }

    var isBlocked: Bool { socket.count >= Self.capacity }
    var hasUnread: Bool { !socket.isEmpty }

    mutating func tell(_ report: InterfaceReport, _ hub: Hub) throws(Violation) {
        let writing = report.writing
        let isNews = if case .did = writing { false } else { true }
        if isNews { untold += 1 }
        guard delivery.offer(writing, isBlocked: isBlocked) else { return }
        try write(writing, hub)
    }

    /// Takes messages off the socket; the service hears of it when there is room again.
    mutating func read(_ count: Int, _ hub: Hub) throws(Violation) {
        for _ in 0..<count {
            guard !socket.isEmpty else { return }
            let wasBlocked = isBlocked
            try take(socket.removeFirst())
            guard wasBlocked && !isBlocked else { continue }
            for writing in delivery.drained(turning: hub.policy.turning) { try write(writing, hub) }
        }
    }

    /// Everything that it was told is read: it knows what there is to know.
    func checkUpToDate(_ hub: Hub) throws(Violation) {
        guard untold == 0, let lastRead, !lastRead.state.differs(from: hub.state) else { throw .newestWins }
        guard open == hub.policy.turning || open == nil else { throw .willWithoutDid }
    }

    private mutating func write(_ writing: Delivery.Writing, _ hub: Hub) throws(Violation) {
        let message = Message(sequence: hub.sequence, state: hub.state, missed: delivery.missed, writing: writing)
        guard message.missed == max(0, untold - 1) else { throw .missedCount }
        untold = 0
        delivery.written(writing)
        socket.append(message)
        // A `did` and the next `will` may be written at once; nothing else is queued.
        guard socket.count <= Self.capacity + 1 else { throw .unboundedQueue }
    }

    private mutating func take(_ message: Message) throws(Violation) {
        if let lastRead {
            guard message.sequence >= lastRead.sequence else { throw .oldAfterNew }
            if message.sequence == lastRead.sequence, message.state.differs(from: lastRead.state) { throw .oldAfterNew }
        }
        lastRead = message
        switch message.writing {
        case .state: break
        case .will(let change):
            guard open == nil else { throw .willWithoutDid }
            open = change
        case .did(let change):
            guard open == change else { throw .didWithoutWill }
            open = nil
        }
    }
}
