import ScrollCaching

extension Script {
  /// Whether laws of an arena can be judged by this script: those about requests for images of
  /// equal size know nothing of costs, places, settings, and what else can happen to a cache.
  public func suits(_ arena: Arena) -> Bool {
    switch arena {
    case .operations: true
    case .stream: isStream
    case .walk: isStream && zip(requests, requests.dropFirst()).allSatisfy { abs($0 - $1) <= 1 }
    }
  }

  private var isStream: Bool {
    let plain = Script(
      costs: Array(repeating: 1, count: imageCount), limits: CacheLimits(count: limits.count),
      operations: operations)
    return self == plain && limits.count.map { $0 > 0 } ?? false
      && operations.allSatisfy { operation in
        switch operation {
        case .request(_, let cost): cost ?? 1 == 1
        case .run: true
        default: false
        }
      }
  }
}
