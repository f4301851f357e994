import ScrollCore
import ScrollSweeps
import Testing

struct BudgetSearchTests {
  /// A search that is over, asked about every budget by a function.
  private static func finished(
    _ candidates: [Int], precision: Int = 1, keeps: (Int) -> Bool
  ) -> BudgetSearch {
    var search = BudgetSearch(candidates.map { ByteCount($0) }, precision: ByteCount(precision))
    while !search.next.isEmpty { search.hear(search.next.map { keeps($0.bytes) }) }
    return search
  }

  private static func answer(
    _ candidates: [Int], precision: Int = 1, keeps: (Int) -> Bool
  ) -> BudgetSearch.Answer? {
    finished(candidates, precision: precision, keeps: keeps).answer
  }

  @Test func `the search finds the smallest budget if more memory is never worse`() {
    for smallest in 1...100 {
      let answer = Self.answer([1, 3, 10, 40, 100]) { $0 >= smallest }
      #expect(answer?.smallest == ByteCount(smallest))
      #expect(answer?.below == (smallest > 1 ? ByteCount(smallest - 1) : nil))
      #expect(answer?.brokenAgain == [])
    }
  }

  @Test func `the search finds a valid candidate among larger invalid ones`() {
    let answer = Self.answer([10, 20, 30, 40], precision: 100) { $0 == 20 }
    #expect(answer?.smallest == ByteCount(20))
    #expect(answer?.below == ByteCount(10))
    #expect(answer?.brokenAgain == [ByteCount(30), ByteCount(40)])
  }

  @Test func `the search has no result only after every candidate breaks a limit`() {
    let search = Self.finished([10, 20, 30]) { _ in false }
    #expect(search.answer == .init(smallest: nil, below: nil, brokenAgain: []))
    #expect(search.trials.map(\.budget.bytes) == [10, 20, 30])
  }

  @Test func `the search tries nothing below the first candidate`() {
    let search = Self.finished([64, 128]) { _ in true }
    #expect(search.answer == .init(smallest: ByteCount(64), below: nil, brokenAgain: []))
    #expect(search.trials.count == 2)
  }

  @Test func `budgets in the gap are multiples of the precision`() {
    let search = Self.finished([7, 1000], precision: 16) { $0 >= 300 }
    let halvings = search.trials.filter { $0.step > 0 }
    #expect(halvings.allSatisfy { $0.budget.bytes.isMultiple(of: 16) })
    #expect(search.answer?.smallest == ByteCount(304))
    #expect(search.answer?.below == ByteCount(288))
  }

  @Test func `the search tries each candidate once and in order`() {
    let search = BudgetSearch([30, 10, 30, 20].map { ByteCount($0) }, precision: ByteCount(1))
    #expect(search.next.map(\.bytes) == [10, 20, 30])
  }

  @Test func `the search has no answer while trials remain`() {
    #expect(BudgetSearch([ByteCount(1)], precision: ByteCount(1)).answer == nil)
  }

  @Test func `the search halves a gap only as often as its width requires`() {
    let search = Self.finished([0, 1 << 20]) { $0 >= 777_777 }
    #expect(search.step == 21)
  }

  /// Limits that hold here and there, whatever the budget: about one in four, one in eight...
  @Test(arguments: 0..<500)
  func `the answer keeps the limits, and every smaller trial breaks them`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let high = random.within(2...300)
    let share = random.unit()
    let pattern = (0...high).map { _ in random.chance(share * share) }
    let candidates = (0..<random.within(1...12)).map { _ in random.below(high + 1) }
    let precision = random.within(1...20)
    let search = Self.finished(candidates, precision: precision) { pattern[$0] }
    let tried = Dictionary(uniqueKeysWithValues: search.trials.map { ($0.budget.bytes, $0.keeps) })
    let best = Set(candidates).sorted().first { pattern[$0] }

    #expect(search.answer != nil)
    #expect(Set(candidates).isSubset(of: tried.keys))
    #expect(tried.allSatisfy { pattern[$0.key] == $0.value })
    guard let smallest = search.answer?.smallest?.bytes else {
      #expect(best == nil)
      return
    }
    #expect(pattern[smallest])
    #expect(tried.filter { $0.key < smallest }.allSatisfy { !$0.value })
    #expect(best.map { smallest <= $0 } == true)
    let failing = Set(candidates).filter { $0 < (best ?? 0) }.max()
    #expect(failing.map { $0 < smallest } ?? (smallest == best))
    if let below = search.answer?.below?.bytes { #expect(smallest - below <= precision) }
    let again = tried.filter { $0.key > smallest && !$0.value }.keys.sorted()
    #expect(search.answer?.brokenAgain.map(\.bytes) == again)
  }

  @Test(arguments: 0..<200)
  func `the answer among the candidates equals that of trying all of them`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let candidates = (0..<random.within(1...20)).map { _ in random.below(1000) }
    let kept = Set(candidates.filter { _ in random.chance(0.3) })
    let answer = Self.answer(candidates, precision: 1000) { kept.contains($0) }
    #expect(answer?.smallest?.bytes == kept.min())
  }
}
