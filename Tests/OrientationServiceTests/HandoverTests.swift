import JSON
import OrientationCore
import Testing
import Varlink

@testable import OrientationService

struct HandoverTests {
    private let peer = PeerCredentials(pid: 7, uid: 1000, gid: 1001)

    private var full: Handover {
        var handover = Handover()
        var state = OrientationState()
        (state.device, state.edge, state.landscape, state.reason) = (.faceUp, .portrait, .landscapeLeft, .laidFlat)
        (state.timestamp, state.gravity, state.confidence) = (Timestamp(nanoseconds: 42), Vector3(0, -0.5, -0.75), 0.5)
        handover.take(.state(state, sequence: 9, change: 4, SessionInterface(.landscapeLeft, isByHand: true, beneath: .portrait)))
        for number in 1...3 {
            let request = Handover.Request(method: "org.orientationd.Monitor", parameters: ["gravity": .real(2)], peer: peer)
            handover.take(.subscribed(id: "id\(number)", name: "c\(number)", request))
        }
        handover.take(.unread(id: "id2", [1, 2, 255]))
        handover.take(
            .controlled(key: "turn/id3", Handover.Request(method: "org.orientationd.Lock", parameters: ["id": "id3"], peer: peer)))
        return handover
    }

    @Test func whatIsWrittenIsRead() {
        #expect(Handover(reading: full.lines.flatMap(\.encoded)) == full)
    }

    /// A process that is killed leaves half a line.
    @Test func anyPieceOfItIsReadAsFarAsItGoes() {
        let bytes = full.lines.flatMap(\.encoded)
        for end in 0...bytes.count {
            let read = Handover(reading: Array(bytes[..<end]))
            #expect(read.subscribers.count <= 3)
            #expect(full.subscribers.starts(with: read.subscribers) { $0.id == $1.id })
        }
    }

    @Test func whoHasLeftTakesAlongWhatConcernedIt() {
        var handover = full
        handover.take(.ended(id: "id3"))
        #expect(handover.subscribers.map(\.name) == ["c1", "c2"])
        #expect(handover.controls.isEmpty)
        handover.keepOnly(names: ["c2"])
        #expect(handover.subscribers.map(\.id) == ["id2"])
    }

    @Test func whatWaitsIsAddedUp() {
        var handover = full
        handover.take(.unread(id: "id2", [3]))
        handover.take(.unread(id: "id3", [4]))
        #expect(handover.subscribers.map(\.unread) == [[], [1, 2, 255, 3], [4]])
        #expect(Handover(reading: handover.lines.flatMap(\.encoded)) == handover)
    }

    @Test func ofTheSameKindTheLastCounts() {
        var handover = Handover()
        for method in ["Lock", "Unlock", "Rotate"] {
            handover.take(.controlled(key: "turn/", Handover.Request(method: method, parameters: [:], peer: peer)))
        }
        #expect(handover.controls.map(\.request.method) == ["Rotate"])
        handover.take(.overtaken(key: "turn/"))
        #expect(handover.controls.isEmpty)
    }

    @Test func withNobodyLeftTheDeviceIsUnknownButTheCountGoesOn() {
        var handover = full
        handover.keepOnly(names: [])
        #expect(handover.presentState.device == .unknown)
        #expect(handover.presentState.edge == .portrait)
        #expect(handover.sequence == 9)
        #expect(full.presentState.device == .faceUp)
    }
}
