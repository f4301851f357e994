import ScrollCore

/// How many items a cache is going to hold: what its sketch is made for.
///
/// Where images are counted that is the capacity. Where they are weighed it is what the
/// setting `expectedItems` says, or the capacity divided by the mean cost of the first 1 000
/// requests: one counter for every byte would be far too many. How many images there are does
/// not matter, because an app does not know it. More than 2^30 items are 2^30.
struct SketchItems {
  static var sample: Int { 1_000 }
  static var most: Int { 1 << 30 }

  /// What is known before the first request.
  private(set) var known: Int?
  private var requests = 0
  private var cost = 0.0

  init(_ setup: PolicySetup) {
    let expected = setup.settings.integer(Self.setting.name)
    if expected > 0 {
      known = min(expected, Self.most)
    } else if setup.limits.cost == nil {
      known = min(setup.limits.capacity, Self.most)
    }
  }

  /// Takes note of a request; the number of items, once enough is known.
  mutating func count(_ request: Request, capacity: Int) -> Int? {
    requests += 1
    cost += Double(request.cost)
    guard requests >= Self.sample else { return nil }
    let items = Double(capacity) * Double(requests) / max(cost, 1)
    known = Int(min(max(items, 1), Double(Self.most)))
    return known
  }

  static let setting = Setting(
    "expectedItems", .integer(0...Int.max), standard: "0",
    """
    How many images the sketch is made for where costs are bytes; 0 is the capacity divided by \
    the mean cost of the first 1 000 requests.
    """)
}
