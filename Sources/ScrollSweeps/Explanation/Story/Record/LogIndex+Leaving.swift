import ScrollCaching

extension LogIndex {
  /// Whether the image that an appearance asked for first had been in the cache of its process and
  /// had left it, for want of room or of memory.
  func hadLeft(before appearance: AppearanceRecord) -> Bool {
    guard let ask = appearance.asks.first else { return false }
    let launch = relaunches.last { $0.index < ask.index }?.index ?? -1
    return history[Int(ask.key)].contains { event in
      guard event.index > launch, event.index < ask.index,
        case .removed(let reason, _) = event.what
      else { return false }
      switch reason {
      case .cost, .count, .leftRange, .pressure, .background, .discarded: return true
      case .expired, .replaced, .removed: return false
      }
    }
  }
}
