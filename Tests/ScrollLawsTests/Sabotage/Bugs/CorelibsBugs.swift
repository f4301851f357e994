/// Bugs of the NSCache that evicts the cheapest first.
enum CorelibsBugs: SabotagedModelFamily {
  enum Bug: Sendable {
    case costliestFirst, oldestOfEquals, renewsOnLookup, sparesNewcomer, limitAtOnce
    case evictsWhenItJustFits, overwriteLosesPlace, countFirst
  }

  static let reference = "nscache-corelibs"

  static let sabotages = [
    broken(
      .costliestFirst, .laws, "corelibs evicts the costliest",
      "Entries stand in descending cost."),
    broken(
      .oldestOfEquals, .reference, "corelibs evicts the oldest of equals",
      "A new entry is placed behind those of its cost instead of before them."),
    broken(
      .renewsOnLookup, .reference, "corelibs reorders on a look-up",
      "Looking an image up places it anew, as the last to leave of its cost."),
    broken(
      .sparesNewcomer, .laws, "corelibs spares the newcomer",
      "The image just stored is no candidate, whatever it costs."),
    broken(
      .limitAtOnce, .reference, "corelibs obeys a lowered limit at once",
      "A changed limit evicts before the next store."),
    broken(
      .evictsWhenItJustFits, .reference, "corelibs evicts when it just fits",
      "The cost limit is compared with >= where it should be >."),
    broken(
      .overwriteLosesPlace, .reference, "corelibs moves the overwritten",
      "Storing an image again at the same cost places it anew."),
    broken(
      .countFirst, .reference, "corelibs looks at the count first",
      "The count limit is enforced before the cost limit."),
  ]
}
