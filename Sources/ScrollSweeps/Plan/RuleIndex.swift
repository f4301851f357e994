/// An index of rules that returns all rules matching a combination.
///
/// The parts of a combination are matched one after the other, those that change least often first,
/// so that few rules remain. The cost of a part grows with the number of rules that have its name
/// or number, and slightly with the number of other rules.
struct RuleIndex {
  /// A subset of the rules, by their indices.
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

  /// The conditions of the rules on one part.
  private struct Entry {
    /// The rules without a condition on the part.
    var silent: Selection
    var byKey: [String: [(rule: Int, condition: Condition?)]] = [:]
    /// The rules whose condition is no name or number.
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

  /// Returns the rules that match a combination.
  func rules(meaning subject: RuleSubject) -> Selection {
    rules(
      among: all, meaning: subject,
      in: SweepRule.Part.scenario + SweepRule.Part.cache + [.axis(.seed)])
  }

  /// Returns the rules of a selection that match these parts of a combination.
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
  /// The parts of a scenario's cache, except for the seed.
  static let cache: [Self] = [.axis(.policy), .settings, .axis(.budget)]
}
