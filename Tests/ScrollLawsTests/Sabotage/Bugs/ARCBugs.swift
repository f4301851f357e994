import ScrollReferences

extension Sabotage {
  /// Bugs of two lists, two ghost lists and a target.
  static let arc: [Sabotage] = [
    Sabotage(
      ARCBug.targetWrongWay, .reference, "arc moves its target the wrong way",
      "A ghost of what was seen once lowers the target, one of the others raises it."),
    Sabotage(
      ARCBug.targetNotClamped, .reference, "arc lets its target run away",
      "The target may fall below 0 and rise above the capacity."),
    Sabotage(
      ARCBug.ghostListsSwapped, .reference, "arc swaps its ghost lists",
      "What leaves T1 becomes a ghost of B2 and the other way round."),
    Sabotage(
      ARCBug.ghostsGoToT1, .reference, "arc takes ghosts for new",
      "A ghost that is stored again enters T1 instead of T2."),
    Sabotage(
      ARCBug.hitStaysInT1, .reference, "arc misses a promotion",
      "A hit in T1 makes the image the newest of T1 instead of T2."),
    Sabotage(
      ARCBug.ghostsOffByOne, .reference, "arc is off by one in its ghosts",
      "The oldest ghost of B1 is dropped when T1 and B1 just fit the capacity."),
    Sabotage(
      ARCBug.looksIntoOneList, .laws, "arc looks into one list only",
      "Nil is returned when all of the list that must give is pinned."),
    Sabotage(
      ARCBug.ghostOfRemoved, .reference, "arc remembers the removed",
      "An image taken out by others becomes a ghost."),
    Sabotage(
      ARCBug.wholeSteps, .reference, "arc adapts in whole steps",
      "The quotient of the ghost lists is rounded down before the target moves."),
    Sabotage(
      ARCBug.forgetsToForget, .laws, "arc forgets the names it must forget",
      "An image taken out by others stays in its list of residents."),
  ]
}
