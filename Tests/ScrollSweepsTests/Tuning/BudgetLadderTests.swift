import ScrollCore
import ScrollSweeps
import Testing

struct BudgetLadderTests {
  private static let mebibyte = ByteCount(1 << 20)

  @Test func `a ladder rises by about a quarter in whole units`() {
    let ladder = BudgetLadder.budgets(upTo: ByteCount(20 << 20), unit: Self.mebibyte)
    #expect(ladder.map { $0.bytes >> 20 } == [1, 2, 3, 4, 5, 7, 9, 12, 15, 19, 20])
    #expect(ladder.allSatisfy { $0.bytes.isMultiple(of: 1 << 20) })
  }

  @Test(arguments: [0, 1, 1 << 20, (1 << 20) + 1, 123_456_789, 5_000_000_000])
  func `the last budget of a ladder is the first that holds everything`(whole: Int) {
    let last = BudgetLadder.budgets(upTo: ByteCount(whole), unit: Self.mebibyte).last?.bytes ?? 0
    #expect(last >= whole)
    #expect(last - (1 << 20) < max(whole, 1))
  }

  @Test(arguments: 1...40)
  func `a ladder ascends without duplicates`(whole: Int) {
    let ladder = BudgetLadder.budgets(upTo: ByteCount(whole * 1_000_003), unit: ByteCount(700))
    #expect(ladder == Set(ladder).sorted())
  }
}
