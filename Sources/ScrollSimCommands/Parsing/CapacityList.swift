import ScrollCore

/// Capacities as typed: `100,1000`, `64MiB..4GiB:x2`, or shares of the working set, `1%,10%`.
struct CapacityList {
  /// One of them.
  struct Capacity: Sendable, Hashable {
    private enum Kind: Hashable {
      case whole(Int)
      case percent(Double)
    }

    /// As typed, for a share; nil for an amount.
    let share: String?
    private let kind: Kind

    fileprivate init(_ amount: Int) { (share, kind) = (nil, .whole(amount)) }
    fileprivate init(share: String, percent: Double) {
      (self.share, kind) = (share, .percent(percent))
    }

    /// What it is for a trace whose images weigh so much together; a share is at least 1.
    func amount(of workingSet: Int) -> Int {
      switch kind {
      case .whole(let amount): amount
      case .percent(let percent):
        max(1, Int((Double(workingSet) * percent / 100).rounded(.down)))
      }
    }
  }

  let capacities: [Capacity]
  /// Whether one was given as an amount of memory, `64MiB`.
  let hasUnits: Bool
  /// Whether one is a share of the working set.
  var hasShares: Bool { capacities.contains { $0.share != nil } }

  /// Reads what was typed with `--capacity`.
  /// - Throws: `CommandError` for a text that is no size and no share.
  init(_ texts: [String]) throws(CommandError) {
    var (capacities, hasUnits) = ([Capacity](), false)
    for part in texts.flatMap({ $0.split(separator: ",", omittingEmptySubsequences: false) }) {
      guard !part.hasSuffix("%") else {
        capacities.append(try Self.share(String(part)))
        continue
      }
      let list = try SizeList.parse(String(part), option: "--capacity")
      hasUnits = hasUnits || list.hasUnits
      capacities += list.sizes.map { Capacity($0.bytes) }
    }
    (self.capacities, self.hasUnits) = (capacities, hasUnits)
  }

  /// Complains about memory where images are counted.
  func require(_ unit: CapacityUnit, typed texts: [String]) throws(CommandError) {
    guard unit == .bytes || !hasUnits else {
      throw .usage(
        "--capacity \(texts.joined(separator: ",")): items have no unit; "
          + "expected numbers like 100, or --unit bytes with a trace that has sizes")
    }
  }

  private static func share(_ text: String) throws(CommandError) -> Capacity {
    guard let percent = Double(text.dropLast()), percent > 0, percent <= 100 else {
      throw .usage(
        "--capacity '\(text)' is no share of the working set; expected above 0 % to 100 %, like 1%")
    }
    return Capacity(share: text, percent: percent)
  }
}
