/// Bugs of two lists, two ghost lists and a target.
enum ARCBugs: SabotagedPolicyFamily {
  enum Bug: Sendable {
    case targetWrongWay, targetNotClamped, ghostListsSwapped, ghostsGoToOnce
    case hitStaysInOnce, ghostsOffByOne, nilWhenOnceIsPinned, ghostOfRemoved, wholeSteps
    case forgetsToForget
  }

  static let reference = "arc"

  static let sabotages = [
    broken(
      .targetWrongWay, .reference, "arc moves its target the wrong way",
      "A ghost of what was seen once lowers the target, one of the others raises it."),
    broken(
      .targetNotClamped, .reference, "arc lets its target run away",
      "The target may fall below 0 and rise above the capacity."),
    broken(
      .ghostListsSwapped, .reference, "arc swaps its ghost lists",
      "What leaves T1 becomes a ghost of B2 and the other way round."),
    broken(
      .ghostsGoToOnce, .reference, "arc takes ghosts for new",
      "A ghost that is stored again enters T1 instead of T2."),
    broken(
      .hitStaysInOnce, .reference, "arc misses a promotion",
      "A hit in T1 makes the image the newest of T1 instead of T2."),
    broken(
      .ghostsOffByOne, .reference, "arc is off by one in its ghosts",
      "The oldest ghost of B1 is dropped when T1 and B1 just fit the capacity."),
    broken(
      .nilWhenOnceIsPinned, .laws, "arc looks into one list only",
      "Nil is returned when all of the list that must give is pinned."),
    broken(
      .ghostOfRemoved, .reference, "arc remembers the removed",
      "An image taken out by others becomes a ghost."),
    broken(
      .wholeSteps, .reference, "arc adapts in whole steps",
      "The quotient of the ghost lists is rounded down before the target moves."),
    broken(
      .forgetsToForget, .laws, "arc forgets the names it must forget",
      "An image taken out by others stays in its list of residents."),
  ]
}
