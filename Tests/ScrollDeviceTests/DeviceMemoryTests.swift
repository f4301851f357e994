import ScrollCore
import ScrollDevice
import Testing

/// A device of 1000 bytes with a limit of 500 for the app: percents are easy to read.
struct DeviceMemoryTests {
  private func memory(
    total: Int = 1000, limit: Int = 500, others: Int = 100, base: Int = 0,
    background: [Int] = []
  ) -> DeviceMemory {
    DeviceMemory(
      MemoryFigures(
        total: ByteCount(total), appLimit: ByteCount(limit), otherProcesses: ByteCount(others),
        baseFootprint: ByteCount(base), backgroundApps: background.map { ByteCount($0) },
        pageSize: ByteCount(1)))
  }

  @Test func `the base footprint counts from the start`() {
    let memory = memory(base: 50, background: [20, 30])
    #expect(memory.footprint == ByteCount(50))
    #expect(memory.peakFootprint == ByteCount(50))
    #expect(memory.free == ByteCount(1000 - 100 - 50 - 20 - 30))
  }

  @Test func `a footprint at 80 percent of the limit warns once until it fell below 75`() {
    var memory = memory()
    let warnings = [399, 400, 450, 400, 376, 400, 375, 400, 374, 399, 400].map { charged in
      memory.imagesChanged(charged: ByteCount(charged)).warns
    }
    #expect(
      warnings == [
        false, true, false, false, false, false, false, false, false, false, true,
      ])
  }

  @Test func `a footprint at the limit kills, one byte below does not`() {
    var memory = memory(base: 10)
    let below = memory.imagesChanged(charged: ByteCount(489))
    #expect(below.death == nil)
    let atLimit = memory.imagesChanged(charged: ByteCount(490))
    #expect(atLimit.death == .appLimit)
  }

  @Test func `volatile bytes are not charged to the app`() {
    var memory = memory(total: 10_000)
    let verdict = memory.imagesChanged(charged: ByteCount(300), volatile: ByteCount(5000))
    #expect(!verdict.warns && verdict.death == nil && verdict.purged == .zero)
    #expect(memory.footprint == ByteCount(300))
    #expect(memory.free == ByteCount(10_000 - 100 - 300 - 5000))
  }

  @Test func `less than 15 percent free purges just as many volatile bytes as are missing`() {
    var memory = memory(limit: 900)
    let enough = memory.imagesChanged(charged: ByteCount(250), volatile: ByteCount(500))
    #expect(enough.purged == .zero, "free is exactly 15 percent")
    let short = memory.imagesChanged(charged: ByteCount(260), volatile: ByteCount(500))
    #expect(short.purged == ByteCount(10))
    #expect(memory.volatileBytes == ByteCount(490))
    #expect(memory.free == ByteCount(150))
  }

  @Test func `background apps die one by one below 5 percent, lowest priority first`() {
    var memory = memory(limit: 900, background: [10, 60, 100])
    // Free is 1000 - 100 - 170 - charged.
    let enough = memory.imagesChanged(charged: ByteCount(680))
    #expect(enough.killedBackgroundApps == 0)
    let verdict = memory.imagesChanged(charged: ByteCount(691))
    #expect(verdict.killedBackgroundApps == 2, "the first gives 10 of the 11 that are missing")
    #expect(memory.free == ByteCount(109))
    #expect(verdict.death == nil)
  }

  @Test func `with no background app left the app itself is killed`() {
    var memory = memory(limit: 900, background: [10])
    let verdict = memory.imagesChanged(charged: ByteCount(851))
    #expect(verdict.killedBackgroundApps == 1)
    #expect(verdict.death == .systemPressure)
  }

  @Test func `volatile bytes go before background apps do`() {
    var memory = memory(limit: 900, background: [100])
    let verdict = memory.imagesChanged(charged: ByteCount(600), volatile: ByteCount(190))
    #expect(verdict.purged == ByteCount(140))
    #expect(verdict.killedBackgroundApps == 0)
  }

  @Test(arguments: [(3_000_000_000, 5), (3_000_000_100, 4)])
  func `above 3 GB the critical share is 4 percent`(total: Int, percent: Int) {
    let share = total / 100 * percent
    var memory = memory(total: total, limit: total, others: 0)
    let atEdge = memory.imagesChanged(charged: ByteCount(total - share))
    #expect(atEdge.death == nil)
    let past = memory.imagesChanged(charged: ByteCount(total - share + 1))
    #expect(past.death == .systemPressure)
  }

  @Test func `other processes press on the same memory and let go again`() {
    var memory = memory(limit: 900, background: [50])
    let pressed = memory.otherProcessesChanged(by: 850)
    #expect(pressed.killedBackgroundApps == 1)
    #expect(memory.otherProcesses == ByteCount(950))
    let released = memory.otherProcessesChanged(by: -5000)
    #expect(released.death == nil)
    #expect(memory.otherProcesses == .zero)
    #expect(memory.free == ByteCount(1000), "killed apps do not come back")
  }

  @Test func `the peak is remembered when the footprint falls`() {
    var memory = memory(base: 10)
    for charged in [100, 300, 50] { _ = memory.imagesChanged(charged: ByteCount(charged)) }
    #expect(memory.peakFootprint == ByteCount(310))
    #expect(memory.footprint == ByteCount(60))
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `random allocations never break the rules`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var memory = memory(background: [40, 80])
    var isArmed = true
    for step in 0..<2000 {
      let charged = ByteCount(random.below(520))
      let verdict = memory.imagesChanged(
        charged: charged, volatile: ByteCount(random.below(300)))
      let place = "seed \(seed), step \(step): \(verdict)"
      #expect((verdict.death == .appLimit) == (charged.bytes >= 500), "\(place)")
      #expect(verdict.warns == (isArmed && charged.bytes >= 400), "\(place)")
      if verdict.warns { isArmed = false }
      if charged.bytes < 375 { isArmed = true }
      #expect(memory.volatileBytes >= .zero, "\(place)")
      #expect(
        memory.free.bytes >= 150 || memory.volatileBytes == .zero, "purged first, \(place)")
    }
  }
}
