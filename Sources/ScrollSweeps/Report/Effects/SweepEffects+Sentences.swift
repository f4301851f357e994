import ScrollCore

extension SweepEffects {
  /// What moves the stalls, in sentences: levers, then conditions, then what depends on what.
  var sentences: [String] {
    let whole = [leverSentence, settingSentence, conditionSentence].compactMap { $0 }
    return whole + toldConflicts.map(\.sentence) + [leftOutSentence].compactMap { $0 }
  }

  /// So many conflicts are told in sentences and drawn; a table has all.
  private static let mostConflicts = 2

  /// Those with the greatest stakes, one for each lever and the axis that changes it.
  var toldConflicts: [LevelConflict] {
    var known: [String] = []
    return conflicts.filter { conflict in
      let axes = "\(conflict.lever.name) \(conflict.other.name)"
      defer { known.append(axes) }
      return !known.contains(axes)
    }.prefix(Self.mostConflicts).map { $0 }
  }

  /// Nil if no lever was swept.
  private var leverSentence: String? {
    guard let first = levers.first else { return nil }
    let rest = levers.dropFirst()
    if isCalm {
      let most =
        first.share > 0 ? "at most \(SecondsText.of(abs(first.seconds))) per session" : "nothing"
      return "No practical difference: over the levels swept, "
        + "\(Words.list(levers.map(\.axis.article), atMost: 6)) "
        + "\(levers.count == 1 ? "moves" : "move") the stalls by \(most), "
        + "of \(SecondsText.of(stalls))."
    }
    let others = rest.map { effect in
      effect.matters
        ? "\(effect.axis.article) by \(effect.amount)"
        : "\(effect.axis.article) by less than matters"
          + (effect.seconds > 0 ? " (\(SecondsText.of(effect.seconds)))" : "")
    }
    let name = first.axis.article
    guard first.matters else {
      return "Over the levels swept and all conditions no lever moves the stalls by as much as "
        + "matters; what is best depends on the conditions."
    }
    return name.prefix(1).uppercased() + name.dropFirst()
      + " moves the stalls\(rest.isEmpty ? "" : " most"): over the levels swept by "
      + first.finding + (others.isEmpty ? "" : "; \(others.joined(separator: ", "))") + "."
  }

  /// The settings that matter of what only some runs have; nil if there is none.
  private var settingSentence: String? {
    let told = settings.filter(\.matters).sorted { $0.share > $1.share }.prefix(2)
    guard !told.isEmpty else { return nil }
    let parts = told.enumerated().map { index, effect in
      "\(effect.axis.article) \(index == 0 ? "moves the stalls " : "")by \(effect.finding)"
    }
    return "Of their settings, " + Words.list(Array(parts)) + "."
  }

  /// Nil if no condition was swept.
  private var conditionSentence: String? {
    guard !conditions.isEmpty else { return nil }
    let amounts = conditions.map { "\($0.axis.article) by \($0.amount)" }
    guard conditions.count > 1 else {
      return "Of what users bring, \(conditions[0].axis.article) moves the stalls by "
        + "\(conditions[0].amount)."
    }
    return "Of what users bring, \(conditions[0].axis.article) moves the stalls most, by "
      + "\(conditions[0].amount), then \(Words.list(Array(amounts.dropFirst())))."
  }

  /// `policy nscache-corelibs, prefetcher none and 1 more`.
  private var leftOutNames: String {
    Words.list(
      leftOutLevels.flatMap { axis in axis.levels.map { "\(axis.alone) \($0)" } }, atMost: 6)
  }

  /// Nil if every run counts.
  private var leftOutSentence: String? {
    guard leftOut > 0 else { return nil }
    return
      "The effects rest on the largest part of the sweep that has every combination of its levels, "
      + "\(Words.digits(runs)) runs, and leave out \(Words.digits(leftOut))"
      + (leftOutLevels.isEmpty ? "" : ", among them all with \(leftOutNames)") + "."
  }
}

extension LevelConflict {
  /// Which level is best where, and what the wrong one costs.
  package var sentence: String {
    let place = condition.map { "With \($0.alone) \(conditionLevel ?? ""), the" } ?? "The"
    return
      "\(place) best \(lever.alone) depends on the \(other.alone): \(first) instead of \(second) "
      + "saves \(SecondsText.of(forFirst.saved)) per session with \(forFirst.level), and costs "
      + "\(SecondsText.of(forSecond.saved)) with \(forSecond.level)."
  }
}
