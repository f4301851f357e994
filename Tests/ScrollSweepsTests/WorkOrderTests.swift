import ScrollSweeps
import Testing

/// Tests of the order in which sweeps that run together take the stretches of a plan.
@Suite struct WorkOrderTests {
  /// A sweep that makes one run of its present stretch after the other.
  private struct Worker {
    var order: WorkOrder
    var ready: ArraySlice<Int> = []
    /// The runs that are not in the store yet.
    var batch: [Int] = []
    var made = 0

    init(_ count: Int, seed: UInt64) { order = WorkOrder(count, stretch: 64, seed: seed) }

    /// Makes the next run.
    /// - Returns: `true` if there was one.
    mutating func advance(_ store: inout Set<Int>, batchSize: Int) -> Bool {
      while ready.isEmpty, let stretch = order.next() {
        let present = stretch.places.filter(store.contains)
        if order.defers(stretch, present: present.count) { continue }
        ready = ArraySlice(stretch.places.filter { !store.contains($0) })
      }
      guard let run = ready.popFirst() else { return false }
      made += 1
      batch.append(run)
      if batch.count >= batchSize { flush(&store) }
      return true
    }

    mutating func flush(_ store: inout Set<Int>) {
      store.formUnion(batch)
      batch = []
    }
  }

  /// Runs workers in turn until none has work.
  /// - Returns: the number of runs that each of them made, and the runs in the store.
  private func work(
    _ count: Int, seeds: [UInt64], present: Set<Int> = []
  ) -> (made: [Int], store: Set<Int>) {
    var store = present
    var workers = seeds.map { Worker(count, seed: $0) }
    var isWorking = true
    while isWorking {
      isWorking = false
      for index in workers.indices where workers[index].advance(&store, batchSize: 100) {
        isWorking = true
      }
    }
    for index in workers.indices { workers[index].flush(&store) }
    return (workers.map(\.made), store)
  }

  @Test(arguments: [0, 1, 63, 64, 65, 1000, 6400])
  func `one sweep makes every run once`(count: Int) {
    let (made, store) = work(count, seeds: [7])
    #expect(made == [count])
    #expect(store == Set(0..<count))
  }

  @Test func `a sweep that continues makes the missing runs once`() {
    let present = Set((0..<5000).filter { $0 % 1000 < 300 || $0 % 7 == 0 })
    let (made, store) = work(5000, seeds: [7], present: present)
    #expect(made == [5000 - present.count])
    #expect(store == Set(0..<5000))
  }

  @Test(arguments: [2, 3, 4])
  func `sweeps that run together seldom make the same run`(workers: Int) {
    let count = 6400
    for seed in 0..<30 as Range<UInt64> {
      let seeds = (0..<UInt64(workers)).map { seed * 100 + $0 }
      let (made, store) = work(count, seeds: seeds)
      #expect(store == Set(0..<count))
      #expect(made.reduce(0, +) < count * 3 / 2, "seed \(seed): \(made)")
    }
  }

  @Test func `a sweep that is alone takes most stretches in order`() {
    var order = WorkOrder(10_000, stretch: 100, seed: 3)
    var starts: [Int] = []
    while let stretch = order.next() {
      let waits = order.defers(stretch, present: 0)
      #expect(!waits)
      starts.append(stretch.places.lowerBound)
    }
    #expect(starts.sorted() == Array(stride(from: 0, to: 10_000, by: 100)))
    let jumps = zip(starts, starts.dropFirst()).count { $1 != $0 + 100 }
    #expect(jumps <= 2 * 100 / WorkOrder.longestRow, "\(starts)")
  }
}
