import ScrollReferences

extension Sabotage {
  /// Bugs of a queue with second chances.
  static let clock: [Sabotage] = [
    Sabotage(
      ClockBug.newcomerHasUse, .reference, "clock gives newcomers a second chance",
      "The use counter starts at 1 instead of 0."),
    Sabotage(
      ClockBug.handTakesNoUse, .laws, "clock never takes a chance away",
      "An image with a count is moved on without losing it; after a round the oldest leaves."),
    Sabotage(
      ClockBug.oneUseTooMany, .reference, "clock counts one too far",
      "The counter goes up to 2^bits instead of 2^bits - 1."),
    Sabotage(
      ClockBug.pinnedLoseUses, .reference, "clock passes its hand over pins",
      "A pinned image that the hand meets loses a chance and becomes the newest."),
    Sabotage(
      ClockBug.evictsPinnedWithoutUses, .laws, "clock evicts pins without a chance",
      "Pins are looked at only where the use counter is not 0."),
    Sabotage(
      ClockBug.everythingIsUnseen, .laws, "clock takes all for prefetched",
      "Images stored for a view are marked as not seen yet, too."),
    Sabotage(
      ClockBug.viewLeavesMark, .reference, "clock never clears the unseen mark",
      "A prefetched image counts as not seen yet even after it was viewed."),
    Sabotage(
      ClockBug.unseenGraceTwice, .reference, "clock passes the unseen over twice",
      "A prefetched image without a view is skipped two times instead of once."),
    Sabotage(
      ClockBug.usesSurviveEviction, .reference, "clock remembers the counts of the evicted",
      "An image that comes back has the count with which it was taken out."),
  ]
}
