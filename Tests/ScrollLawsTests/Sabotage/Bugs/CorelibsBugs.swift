import ScrollReferences

extension Sabotage {
  /// Bugs of the NSCache that evicts the cheapest first.
  static let corelibs: [Sabotage] = [
    Sabotage(
      CorelibsBug.costliestFirst, .laws, "corelibs evicts the costliest",
      "Entries are in order of descending cost."),
    Sabotage(
      CorelibsBug.oldestOfEquals, .laws, "corelibs evicts the oldest of equals",
      "A new entry is placed behind those of its cost instead of before them."),
    Sabotage(
      CorelibsBug.renewsOnLookup, .reference, "corelibs reorders on a look-up",
      "Looking an image up places it anew, as the last to leave of its cost."),
    Sabotage(
      CorelibsBug.sparesNewcomer, .laws, "corelibs spares the newcomer",
      "The image just stored is no candidate, whatever it costs."),
    Sabotage(
      CorelibsBug.limitAtOnce, .reference, "corelibs obeys a lowered limit at once",
      "A changed limit evicts before the next store."),
    Sabotage(
      CorelibsBug.evictsWhenItJustFits, .reference, "corelibs evicts when it just fits",
      "The cost limit is compared with >= where it should be >."),
    Sabotage(
      CorelibsBug.overwriteLosesPlace, .reference, "corelibs moves the overwritten",
      "Storing an image again at the same cost places it anew."),
    Sabotage(
      CorelibsBug.countFirst, .reference, "corelibs looks at the count first",
      "The count limit is enforced before the cost limit."),
  ]
}
