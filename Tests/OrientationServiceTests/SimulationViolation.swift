/// A promise of the service that was broken.
enum Violation: Error, Equatable {
    case holdsBalance
    case unknownWhenReleased
    case deadlineWhenIdle
    case dueAndNotDone
    case interfaceOutsideSystemMask
    case toldSomebodyWhoLeft
    case answeredUndecided
    case stalledUnnoticed
    case wrongOrientation
    case turnNeverEnds
    case refusalChangedSomething
    case newestWins
    case oldAfterNew
    case missedCount
    case willWithoutDid
    case didWithoutWill
    case unboundedQueue
}
