/// A search for a smaller case that still fails, with fewer and lower choices.
///
/// A sequence of choices is smaller than another if it is shorter, or if it is as long and lower at
/// the first difference. The generator makes a case from each candidate. The candidate is accepted
/// if the case still fails, and if the choices that the generator used are smaller than the best so
/// far. So the result fails and is never larger than the input, and the search ends. The search is
/// deterministic, because it draws no random numbers.
///
/// Several passes are repeated until none helps. They remove groups (runs of operations, then
/// single operations), optional groups, and single choices. Then they lower all choices with the
/// same value together, which renames an image, and each choice alone (to 0, by halves, by 1).
package struct Shrinker<Value> {
  let generator: Generator<Value>
  let size: Double
  /// Returns whether a value is a counter-example to the same law.
  let fails: (Value) -> Bool
  /// The largest number of candidates that are tried.
  package var mostAttempts = 4000

  package private(set) var attempts = 0
  package private(set) var best: Choices
  package private(set) var bestValue: Value

  /// Creates a search from a failing case.
  package init(
    _ generator: Generator<Value>, failing choices: Choices, _ value: Value,
    fails: @escaping (Value) -> Bool
  ) {
    self.generator = generator
    size = choices.size
    self.fails = fails
    best = choices
    bestValue = value
  }

  /// Shrinks the case until no pass helps.
  package mutating func run() {
    var before: [Int]
    repeat {
      before = best.record
      deleteSpans()
      dropOptionals()
      deleteChoices()
      lowerTogether()
      lowerChoices()
    } while best.record != before && attempts < mostAttempts
  }

  /// Returns whether a sequence is shorter than another, or as long and lower at the first
  /// difference between them.
  package static func isSmaller(_ left: [Int], than right: [Int]) -> Bool {
    left.count != right.count ? left.count < right.count : left.lexicographicallyPrecedes(right)
  }

  /// Makes a candidate the best if it is smaller and fails, and returns whether it is accepted.
  private mutating func accept(_ candidate: [Int]) -> Bool {
    guard attempts < mostAttempts, Self.isSmaller(candidate, than: best.record) else {
      return false
    }
    attempts += 1
    var choices = Choices(replaying: candidate, size: size)
    let value = generator.draw(&choices)
    guard Self.isSmaller(choices.record, than: best.record), fails(value) else { return false }
    (best, bestValue) = (choices, value)
    return true
  }

  /// Removes runs of neighboring groups, long runs first, from the end to the beginning.
  private mutating func deleteSpans() {
    var run = best.spans.count
    while run >= 1 {
      var last = best.spans.count - 1
      while last >= 0, attempts < mostAttempts {
        let spans = best.spans
        let first = max(0, last - run + 1)
        guard last < spans.count else {
          last = spans.count - 1
          continue
        }
        let start = spans[first...last].map(\.start).min() ?? 0
        let end = spans[last].end
        let shorter = Array(best.record[..<start] + best.record[end...])
        // A removal shortens the list; otherwise try one step further.
        if !accept(shorter) { last -= run > 1 ? max(1, run / 2) : 1 } else { last -= 1 }
      }
      run = run == 1 ? 0 : (run + 1) / 2
    }
  }

  /// Removes each optional group, and sets the choice to have the group to 0.
  private mutating func dropOptionals() {
    var place = best.spans.count - 1
    while place >= 0, attempts < mostAttempts {
      if place < best.spans.count {
        let span = best.spans[place]
        if span.start > 0, best.record[span.start - 1] > 0 {
          _ = accept(
            Array(best.record[..<(span.start - 1)] + [0] + best.record[span.end...]))
        }
      }
      place -= 1
    }
  }

  private mutating func deleteChoices() {
    for length in [4, 2, 1] {
      var start = best.record.count - length
      while start >= 0 {
        if start + length <= best.record.count {
          _ = accept(Array(best.record[..<start] + best.record[(start + length)...]))
        }
        start -= 1
      }
    }
  }

  private mutating func lowerChoices() {
    var place = 0
    while place < best.record.count, attempts < mostAttempts {
      lower([place])
      place += 1
    }
  }

  /// Lowers all choices with the same value together, for every value.
  private mutating func lowerTogether() {
    for value in Set(best.record).sorted(by: >) where value > 0 {
      let places = best.record.indices.filter { best.record[$0] == value }
      if places.count > 1 { lower(places) }
    }
  }

  /// Lowers the choices at some places: to 0, by halves, by 1.
  private mutating func lower(_ places: [Int]) {
    guard let first = places.first, first < best.record.count else { return }
    var step = best.record[first]
    while step > 0 {
      var candidate = best.record
      for place in places where place < candidate.count {
        candidate[place] = max(0, candidate[place] - step)
      }
      if accept(candidate), first < best.record.count {
        step = min(step, best.record[first])
      } else {
        step /= 2
      }
    }
  }
}
