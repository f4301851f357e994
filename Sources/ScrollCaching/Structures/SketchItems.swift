import ScrollCore

/// The number of items that a cache will hold, for which its sketch is sized.
///
/// If images are counted, the number is the capacity. If they are weighed, it is the setting
/// `expectedItems`, or the capacity divided by the mean cost of the first 1 000 requests: one
/// counter for every byte would be far too many. The number of images in the trace is not used,
/// because an app does not know it. The maximum is 2^30 items.
struct SketchItems {
  static var sample: Int { 1_000 }
  static var most: Int { 1 << 30 }

  /// The number if it is known; `nil` before.
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

  /// Counts a request, and returns the number of items once it is known.
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
    The number of images to size the sketch for, if costs are bytes; 0 is the capacity divided \
    by the mean cost of the first 1 000 requests.
    """)
}
