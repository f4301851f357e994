/// Bugs of a queue in order of storing.
enum FIFOBugs: SabotagedPolicyFamily {
  enum Bug: Sendable {
    case renewsOnHit, overwriteKeepsPlace, newestFirst
  }

  static let reference = "fifo"

  static let sabotages = [
    broken(
      .renewsOnHit, .reference, "fifo renews on a hit",
      "A hit makes the image the newest, which it should not."),
    broken(
      .overwriteKeepsPlace, .reference, "fifo keeps the place of the overwritten",
      "An image stored again right after it was taken out gets its old place back."),
    broken(
      .newestFirst, .reference, "fifo is a stack", "The image stored last leaves first."),
  ]
}
