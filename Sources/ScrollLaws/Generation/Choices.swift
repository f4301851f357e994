import ScrollCore

/// The random choices of a generator, recorded so that they can be repeated.
///
/// Every value comes from a sequence of whole numbers, each below a bound. The first run draws them
/// from a seed. To shrink a case, the sequence is shortened and its numbers are lowered, and the
/// same generator runs again on the remaining sequence. So every generator shrinks without extra
/// code, and a shrunk value is always one that the generator can make. 0 is the simplest choice:
/// generators put the simplest option first. (The idea is that of D. MacIver, A. Donaldson,
/// "Test-Case Reduction via Test-Case Generation: Insights from the Hypothesis Reducer", ECOOP
/// 2020, doi:10.4230/LIPIcs.ECOOP.2020.13.)
public struct Choices: Sendable {
  /// A range of choices that belong together, for example those of a list's element.
  struct Span: Equatable, Sendable {
    var start: Int, end: Int
  }

  private var random: SeededRandom?
  private let given: [Int]
  /// The choices so far.
  package private(set) var record: [Int] = []
  private(set) var spans: [Span] = []
  /// The desired size of generated values, from 0 to 1.
  ///
  /// The size is not a choice and does not shrink.
  public let size: Double

  /// Creates choices that are drawn from a seed.
  public init(seed: UInt64, size: Double = 1) {
    random = SeededRandom(seed: seed)
    given = []
    self.size = size
  }

  /// Creates choices that repeat the given numbers, each lowered if it exceeds its bound.
  ///
  /// After the last number, all choices are the simplest.
  package init(replaying given: [Int], size: Double) {
    self.given = given
    self.size = size
  }

  /// Returns a number in `0 ..< bound`; 0 is the simplest.
  /// - Precondition: `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "no number is below \(bound)")
    return choose(random: { $0.below(bound) }, atMost: bound - 1)
  }

  /// Returns a number in a range; its lower bound is the simplest.
  public mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  /// Returns `true` with the given probability; the simplest value is `false`.
  public mutating func chance(_ probability: Double) -> Bool {
    choose(random: { $0.chance(probability) ? 1 : 0 }, atMost: 1) == 1
  }

  /// Returns one of the elements; the first is the simplest.
  /// - Precondition: There is at least one element.
  public mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Returns an index, drawn by weight; the first is the simplest.
  /// - Precondition: There is at least one weight, and the sum of the weights is positive.
  public mutating func weighted(_ weights: [Int]) -> Int {
    let sum = weights.reduce(0, +)
    return choose(
      random: { random in
        var rest = random.below(sum)
        for (index, weight) in weights.enumerated() {
          rest -= weight
          if rest < 0 { return index }
        }
        return 0
      }, atMost: weights.count - 1)
  }

  /// Groups the choices of a closure, so that shrinking can remove them together.
  public mutating func group<Value>(_ body: (inout Choices) -> Value) -> Value {
    let start = record.count
    let value = body(&self)
    if record.count > start { spans.append(Span(start: start, end: record.count)) }
    return value
  }

  private mutating func choose(random draw: (inout SeededRandom) -> Int, atMost: Int) -> Int {
    let choice: Int
    if random != nil {
      choice =
        random.map { source in
          var source = source
          let choice = draw(&source)
          random = source
          return choice
        } ?? 0
    } else {
      choice = record.count < given.count ? min(given[record.count], atMost) : 0
    }
    record.append(choice)
    return choice
  }
}
