import ScrollReferences

extension Sabotage {
  /// Bugs of ranking by distance from the middle of the screen.
  static let distance: [Sabotage] = [
    Sabotage(
      DistanceBug.centreOnRequestOnly, .laws, "distance keeps a stale centre",
      "The centre is taken over at look-ups only, not when the viewport moves."),
    Sabotage(
      DistanceBug.oneFrameLate, .laws, "distance is one frame late",
      "Scores are about the viewport before the last one."),
    Sabotage(
      DistanceBug.leadAhead, .laws, "distance leads on the wrong side",
      "lead stretches what is ahead instead of what is behind."),
    Sabotage(
      DistanceBug.directionOfFirstMove, .laws, "distance does not turn round",
      "The side that is stretched stays that of the first movement after a reversal."),
    Sabotage(
      DistanceBug.directionFromVelocity, .laws, "distance forgets its direction at rest",
      "The direction is the sign of the velocity, forward when that is 0."),
    Sabotage(
      DistanceBug.firstItem, .laws, "distance looks at an image's first item",
      "An image shown by several items is scored by the first instead of the nearest."),
    Sabotage(
      DistanceBug.farthestItem, .laws, "distance looks at an image's farthest item",
      "An image shown by several items is scored by the farthest instead of the nearest."),
    Sabotage(
      DistanceBug.itemsInsteadOfPoints, .laws, "distance counts items",
      "Distance is the difference of item numbers instead of points."),
    Sabotage(
      DistanceBug.wholePoints, .laws, "distance rounds to whole points",
      "Distances are compared in whole points."),
    Sabotage(
      DistanceBug.nearIsAllTheSame, .laws, "distance has a threshold in points",
      "Everything within 100 points of the middle counts as equally near."),
    Sabotage(
      DistanceBug.lowerEdge, .laws, "distance measures from the edge",
      "Distance is measured from the viewport's lower edge instead of its middle."),
    Sabotage(
      DistanceBug.startOfItem, .laws, "distance measures to the start of an item",
      "Distance is measured to where the item begins instead of to its middle."),
    Sabotage(
      DistanceBug.tiesBySide, .laws, "distance prefers one side",
      "Of two images equally far away the one before the middle leaves."),
    Sabotage(
      DistanceBug.tiesByIndex, .reference, "distance breaks ties by image number",
      "Of images equally far away the one with the smaller number leaves."),
    Sabotage(
      DistanceBug.unplacedStay, .laws, "distance keeps what no item shows",
      "An image that is in no item counts as in the middle instead of leaving first."),
    Sabotage(
      DistanceBug.changesSidesAtPin, .laws, "distance changes sides at a pin",
      "When the farthest image is pinned, the farthest one on the other side leaves."),
    Sabotage(
      DistanceBug.placementIgnored, .laws, "distance ignores a turned device",
      "Distances are of where items lay at first when the device was turned or items inserted."),
    Sabotage(
      DistanceBug.frozenScores, .laws, "distance scores at storing time",
      "An image keeps the distance that it had when it was stored."),
  ]
}
