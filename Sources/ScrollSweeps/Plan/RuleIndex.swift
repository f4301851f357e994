/// Some rules, asked together which of them mean a combination.
///
/// Asked for one part of a combination after the other, those that change least often first: the
/// rules that are left are few. What a part costs grows with the rules that have its name or
/// number, and by a bit with each of the others.
struct RuleIndex {
  /// Some of the rules, by their places.
  struct Selection: Equatable {
    fileprivate var words: [UInt64]

    var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

    func contains(_ rule: Int) -> Bool { words[rule >> 6] & (1 << UInt64(rule & 63)) != 0 }

    fileprivate mutating func insert(_ rule: Int) { words[rule >> 6] |= 1 << UInt64(rule & 63) }

    mutating func formUnion(_ other: Selection) {
      for index in words.indices { words[index] |= other.words[index] }
    }

    fileprivate mutating func formIntersection(_ other: Selection) {
      for index in words.indices { words[index] &= other.words[index] }
    }
  }

  private typealias Condition = @Sendable (RuleSubject) -> Bool

  /// What the rules say of one part.
  private struct Entry {
    /// Those that say nothing of it.
    var silent: Selection
    var byKey: [String: [(rule: Int, condition: Condition?)]] = [:]
    /// Those that have no name or number for it.
    var others: [(rule: Int, condition: Condition?)] = []
  }

  private var entries: [SweepRule.Part: Entry] = [:]
  /// None of the rules, and all of them.
  let none: Selection, all: Selection

  init(_ rules: [SweepRule]) {
    let none = Selection(words: [UInt64](repeating: 0, count: (rules.count + 63) / 64))
    var all = none
    for rule in rules.indices { all.insert(rule) }
    for part in Set(rules.flatMap(\.parts.keys)) {
      var entry = Entry(silent: none)
      for (index, rule) in rules.enumerated() {
        guard let alternatives = rule.parts[part] else {
          entry.silent.insert(index)
          continue
        }
        for alternative in alternatives {
          if let key = alternative.key {
            entry.byKey[key, default: []].append((index, alternative.condition))
          } else {
            entry.others.append((index, alternative.condition))
          }
        }
      }
      entries[part] = entry
    }
    self.none = none
    self.all = all
  }

  /// Those that mean a combination.
  func rules(meaning subject: RuleSubject) -> Selection {
    rules(
      among: all, meaning: subject,
      in: SweepRule.Part.scenario + SweepRule.Part.cache + [.axis(.seed)])
  }

  /// Those of some rules that mean these parts of a combination.
  func rules(
    among selection: Selection, meaning subject: RuleSubject, in parts: [SweepRule.Part]
  ) -> Selection {
    var left = selection
    for part in parts {
      guard let entry = entries[part], !left.isEmpty else { continue }
      var meaning = left
      meaning.formIntersection(entry.silent)
      let add = { (candidates: [(rule: Int, condition: Condition?)]) in
        for (rule, condition) in candidates where left.contains(rule) && !meaning.contains(rule) {
          if condition?(subject) ?? true { meaning.insert(rule) }
        }
      }
      for key in subject.keys(part) { add(entry.byKey[key] ?? []) }
      add(entry.others)
      left = meaning
    }
    return left
  }
}

extension SweepRule.Part {
  /// The parts of a scenario.
  static let scenario = [SweepAxis.trace, .layout, .device, .network, .start, .loader, .prefetch]
    .map(Self.axis)
  /// What is asked of its cache, but for the seed.
  static let cache: [Self] = [.axis(.policy), .settings, .axis(.budget)]
}
