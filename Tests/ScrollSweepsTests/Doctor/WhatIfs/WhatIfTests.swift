import ScrollSweeps
import Testing

/// Tests of whether a lever helps, on invented stalls of 10 s each.
@Suite struct WhatIfTests {
  private let made = Result { try InventedWhatIfs(stall: 10) }

  @Test func `a lever whose cache exceeds its budget does not help`() throws {
    let made = try made.get()
    #expect(!made.leaving(1, .lever(.policy), isOverBudget: true).helps)
  }

  @Test func `a lever is not blamed for faults of the original run`() throws {
    let made = try made.get()
    #expect(
      made.leaving(1, .lever(.prefetch), isOverBudget: true, faultsBefore: .overBudget).helps)
  }

  @Test func `any lever that keeps the app alive helps after a kill`() throws {
    let made = try made.get()
    #expect(made.leaving(11, .lever(.budget), faultsBefore: .killed).helps)
    #expect(!made.leaving(11, .lever(.budget)).helps)
  }
}
