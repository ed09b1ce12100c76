import Testing

@testable import SensorProxyBus

struct ClaimsTests {
    private func claimed(_ names: String..., awaitsReading: Bool = false) -> Claims {
        var claims = Claims()
        for name in names {
            _ = claims.claim(name)
            _ = claims.judged(name, isAllowed: true) { awaitsReading }
        }
        return claims
    }

    @Test func theFirstClaimHoldsTheSensorAndIsAnsweredWithTheFirstReading() {
        var claims = Claims()
        #expect(claims.claim(":1.1") == [.lookUp(name: ":1.1")])
        #expect(claims.judged(":1.1", isAllowed: true) { true } == [.hold])
        #expect(claims.hasWaiting)
        #expect(claims.readingCame() == [.answer(name: ":1.1", isAllowed: true)])
        #expect(claims.holders == [":1.1"])
    }

    @Test func withoutAnythingToWaitForItIsAnsweredAtOnce() {
        var claims = Claims()
        _ = claims.claim(":1.1")
        #expect(claims.judged(":1.1", isAllowed: true) { false } == [.hold, .answer(name: ":1.1", isAllowed: true)])
    }

    @Test func aSecondClaimOfTheSameNameIsTheSameClaim() {
        var claims = claimed(":1.1")
        #expect(claims.claim(":1.1") == [.answer(name: ":1.1", isAllowed: true)])
        #expect(claims.end(":1.1") == [.forget(name: ":1.1"), .letGo])
    }

    @Test func theLastOneLetsGo() {
        var claims = claimed(":1.1", ":1.2")
        #expect(claims.end(":1.1") == [.forget(name: ":1.1")])
        #expect(claims.end(":1.1") == [])
        #expect(claims.end(":1.2") == [.forget(name: ":1.2"), .letGo])
        #expect(claims.isEmpty)
    }

    @Test func whoMayNotIsToldSoAndHoldsNothing() {
        var claims = Claims()
        _ = claims.claim(":1.1")
        #expect(claims.judged(":1.1", isAllowed: false) { true } == [.answer(name: ":1.1", isAllowed: false), .forget(name: ":1.1")])
        #expect(claims.isEmpty)
    }

    @Test func aNameThatGoesBeforeItIsJudgedClaimsNothing() {
        var claims = Claims()
        _ = claims.claim(":1.1")
        #expect(claims.end(":1.1") == [.answer(name: ":1.1", isAllowed: true), .forget(name: ":1.1")])
        #expect(claims.judged(":1.1", isAllowed: true) { true } == [])
        #expect(claims.isEmpty)
    }

    @Test func theEndOfTheBusEndsAllClaims() {
        var claims = claimed(":1.1", ":1.2")
        #expect(claims.endAll().last == .letGo)
        #expect(claims.isEmpty)
    }
}
