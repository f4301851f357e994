import ScrollReferences

extension Sabotage {
  /// Bugs of distance weighed by bytes and time to reload.
  static let distanceCost: [Sabotage] = [
    Sabotage(
      DistanceBug.multipliesByLoad, .laws, "distance-cost multiplies by the load",
      "Bytes are multiplied by the time to reload instead of divided by it."),
    Sabotage(
      DistanceBug.zeroBytesWeighNothing, .laws, "distance-cost weighs nothing as nothing",
      "An image of 0 bytes has the score 0 instead of that of 1 byte."),
    Sabotage(
      DistanceBug.noLeastLoad, .laws, "distance-cost divides by any load",
      "Loads below a tenth of a millisecond are not raised to it; by 0 the score is infinite."),
    Sabotage(
      DistanceBug.weightOfFirstStore, .laws, "distance-cost remembers its first weight",
      "An image stored again at another cost keeps the weight of its first time."),
    Sabotage(
      DistanceBug.ignoresLoad, .laws, "distance-cost ignores the load",
      "The score is distance times bytes."),
  ]
}
