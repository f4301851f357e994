import ScrollReferences

extension Sabotage {
  /// Bugs of counting uses.
  static let lfu: [Sabotage] = [
    Sabotage(
      LFUBug.countSurvivesEviction, .reference, "lfu remembers the counts of the evicted",
      "An image that comes back keeps its old count instead of 1."),
    Sabotage(
      LFUBug.tiesNewestFirst, .reference, "lfu breaks ties newest first",
      "Of equal counts the image that reached its count last leaves."),
    Sabotage(
      LFUBug.tiesByIndex, .reference, "lfu breaks ties by image number",
      "Of equal counts the image with the smaller number leaves."),
    Sabotage(
      LFUBug.countsPrefetchedView, .reference, "lfu counts the first view of a prefetch",
      "The first view of a prefetched image makes 2 uses, as if it had been stored unmarked."),
    Sabotage(
      LFUBug.countSaturates, .reference, "lfu stops counting at three",
      "Counts saturate at 3, and a hit no longer reorders from there."),
  ]
}
