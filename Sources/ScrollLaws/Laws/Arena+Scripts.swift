import ScrollCaching

extension Arena {
  /// Whether a script is of this kind, wherever it comes from.
  func admits(_ script: Script) -> Bool {
    switch self {
    case .operations: true
    case .stream: script.isStream
    case .walk: script.isStream && script.requests.isWalk
    }
  }
}

extension Script {
  /// Whether it is requests for images of cost 1 in a cache that counts them, as in a replay.
  fileprivate var isStream: Bool {
    let replayed = Script(costs: costs, limits: limits, operations: operations)
    return self == replayed && limits.cost == nil && limits.count != nil
      && costs.allSatisfy { $0 == 1 }
      && operations.allSatisfy { operation in
        switch operation {
        case .request(_, cost: nil), .run: true
        default: false
        }
      }
  }
}

extension [Int] {
  /// Whether each step goes one on, one back, or stays.
  var isWalk: Bool { zip(self, dropFirst()).allSatisfy { abs($0 - $1) <= 1 } }
}
