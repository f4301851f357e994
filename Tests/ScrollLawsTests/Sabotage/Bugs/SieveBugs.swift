/// Bugs of a queue with marks and a hand.
enum SieveBugs: SabotagedPolicyFamily {
  enum Bug: Sendable {
    case handStaysOnRemoved, marksOnInsert, handStartsAgain, movesHits, handSkipsOne
    case handClearsPins, handStopsAtNewest
  }

  static let reference = "sieve"

  static let sabotages = [
    broken(
      .handStaysOnRemoved, .reference, "sieve leaves its hand on a removed image",
      "The hand is not moved when others take its image out, and starts again at the oldest."),
    broken(
      .marksOnInsert, .reference, "sieve marks newcomers",
      "An image counts as visited from the moment it is stored."),
    broken(
      .handStartsAgain, .reference, "sieve forgets where its hand was",
      "Every search begins at the oldest image."),
    broken(
      .movesHits, .reference, "sieve moves what it marks",
      "A hit marks the image and makes it the newest, too."),
    broken(
      .handSkipsOne, .reference, "sieve skips one after its victim",
      "The hand moves on twice after an eviction."),
    broken(
      .handClearsPins, .reference, "sieve clears the marks of pins",
      "A pinned image that the hand passes loses its mark."),
    broken(
      .handStopsAtNewest, .laws, "sieve does not turn round",
      "Nil is returned when the hand reaches the newest image without a victim."),
  ]
}
