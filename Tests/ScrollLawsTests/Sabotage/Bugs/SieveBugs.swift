import ScrollReferences

extension Sabotage {
  /// Bugs of a queue with marks and a hand.
  static let sieve: [Sabotage] = [
    Sabotage(
      SieveBug.handStaysOnRemoved, .reference, "sieve leaves its hand on a removed image",
      "The hand is not moved when others take its image out, and starts again at the oldest."),
    Sabotage(
      SieveBug.marksOnInsert, .reference, "sieve marks newcomers",
      "An image counts as visited from the moment it is stored."),
    Sabotage(
      SieveBug.handStartsAgain, .reference, "sieve forgets where its hand was",
      "Every search begins at the oldest image."),
    Sabotage(
      SieveBug.movesHits, .reference, "sieve moves what it marks",
      "A hit marks the image and makes it the newest, too."),
    Sabotage(
      SieveBug.handSkipsOne, .reference, "sieve skips one after its victim",
      "The hand moves on twice after an eviction."),
    Sabotage(
      SieveBug.handClearsPins, .reference, "sieve clears the marks of pins",
      "A pinned image that the hand passes loses its mark."),
    Sabotage(
      SieveBug.handStopsAtNewest, .laws, "sieve does not turn round",
      "Nil is returned when the hand reaches the newest image without a victim."),
  ]
}
