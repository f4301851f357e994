package import ScrollSimulation

extension RunRecord {
  /// A figure of the run; null for what never came, nil for what the store does not have of it.
  package func value(_ figure: Figure) -> StoredValue? {
    if let place = Self.places[figure.name] { return figures[place] }
    return switch figure.name {
    case Figure.regretBound.name: regret.map { StoredValue($0.bound) }
    case Figure.leastMisses.name: regret.map { StoredValue($0.leastMisses) }
    case Figure.regret.name: regret.map { StoredValue($0.misses) }
    case Figure.provenStall.name: stallRegret.map { StoredValue($0.proven) }
    case Figure.reachedStall.name: stallRegret.map { StoredValue($0.reached) }
    case Figure.reachedBy.name: stallRegret.map { StoredValue($0.reachedBy) }
    case Figure.lruStall.name: stallRegret.map { StoredValue($0.lru) }
    case Figure.stallRegret.name: stallRegret.map { _ in StoredValue(stallRegretShare) }
    default: nil
    }
  }

  /// A figure as a number; infinite for what never came, not a number for a word.
  package func number(_ figure: Figure) -> Double { (value(figure) ?? .null).number ?? .nan }

  /// Where each figure stands among those of a run.
  private static let places = Dictionary(
    uniqueKeysWithValues: FigureCatalog.stored.enumerated().map { ($1.name, $0) })
}

extension RunRecord {
  /// For how many images the budget has room and how many the policy needs, where these are more.
  package var shortage: (room: Double, needed: Int)? {
    func part(_ name: String) -> Double? {
      parts.first { $0.kind == "room" && $0.name == name }?.value
    }
    guard let room = part("had"), let needed = part("needed") else { return nil }
    return (room, Int(needed))
  }
}

extension RunScore {
  /// The score of a run that the store has.
  package init(_ run: RunRecord) {
    self.init(
      isKilled: run.killed != nil, overBudgetSeconds: run.number(.overBudget),
      durationSeconds: run.number(.duration), stallSeconds: run.number(.stall),
      hitchRatio: run.number(.hitchRatio), hitRate: run.number(.hitRate))
    tooSmallShare = run.shortage == nil ? 0 : 1
  }
}
