import ScrollCaching

/// One replay as JSON has it; in `items` every byte count is a count of requests.
struct ReplayRow: Encodable {
  let trace: String, policy: String, unit: String
  let capacity: Int
  let requests: Int, misses: Int
  let bytesRequested: Int, bytesMissed: Int
  let missRatio: Double, byteMissRatio: Double
  /// The capacity as it was asked for, where that was a share of the working set.
  var share: String?
  /// Where several were asked for and the policy draws; the key is missing otherwise.
  var seed: UInt64?
  /// How many requests came before those that are counted, where that was asked for.
  var warmUp: Int?
  /// Only where it was asked for: the key is missing otherwise.
  var regret: Regret?
  /// Why the policy is not what its name says in so little room: the key is missing otherwise.
  var note: String?

  init(trace: String, policy: String, unit: String, capacity: Int, tally: Tally) {
    self.trace = trace
    self.policy = policy
    self.unit = unit
    self.capacity = capacity
    requests = tally.requests
    misses = tally.misses
    bytesRequested = Int(tally.costRequested)
    bytesMissed = Int(tally.costMissed)
    missRatio = Self.ratio(tally.misses, tally.requests)
    byteMissRatio = Self.ratio(bytesMissed, bytesRequested)
  }

  private static func ratio(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }
}
