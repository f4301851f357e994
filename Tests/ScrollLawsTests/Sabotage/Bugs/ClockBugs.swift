/// Bugs of a queue with second chances.
enum ClockBugs: SabotagedPolicyFamily {
  enum Bug: Sendable {
    case newcomerHasChance, handTakesNoChance, oneChanceTooMany, pinnedLoseChances
    case evictsPinnedOnSecondMeeting, everythingIsUnseen, viewLeavesMark, unseenGraceTwice
    case chanceSurvivesEviction
  }

  static let reference = "clock"

  static let sabotages = [
    broken(
      .newcomerHasChance, .reference, "clock gives newcomers a second chance",
      "The use counter starts at 1 instead of 0."),
    broken(
      .handTakesNoChance, .reference, "clock never takes a chance away",
      "An image with a count is moved on without losing it; after a round the oldest leaves."),
    broken(
      .oneChanceTooMany, .reference, "clock counts one too far",
      "The counter goes up to 2^bits instead of 2^bits - 1."),
    broken(
      .pinnedLoseChances, .reference, "clock passes its hand over pins",
      "A pinned image that the hand meets loses a chance and becomes the newest."),
    broken(
      .evictsPinnedOnSecondMeeting, .laws, "clock evicts pins without a chance",
      "Pins are looked at only where the use counter is not 0."),
    broken(
      .everythingIsUnseen, .laws, "clock takes all for prefetched",
      "Images stored for a view are marked as not seen yet, too."),
    broken(
      .viewLeavesMark, .reference, "clock never clears the unseen mark",
      "A prefetched image counts as not seen yet even after it was viewed."),
    broken(
      .unseenGraceTwice, .reference, "clock passes the unseen over twice",
      "A prefetched image nobody viewed is passed over two times instead of once."),
    broken(
      .chanceSurvivesEviction, .reference, "clock remembers the counts of the evicted",
      "An image that comes back has the count with which it was taken out."),
  ]
}
