extension Sabotage {
  /// Bugs of a queue in order of storing.
  static let fifo: [Sabotage] = [
    Sabotage(
      FIFOBug.renewsOnHit, .reference, "fifo renews on a hit",
      "A hit makes the image the newest, which it should not."),
    Sabotage(
      FIFOBug.overwriteKeepsPlace, .reference, "fifo keeps the place of the overwritten",
      "An image stored again right after it was taken out gets its old place back."),
    Sabotage(
      FIFOBug.newestFirst, .laws, "fifo is a stack",
      "The image stored last leaves first."),
  ]
}
