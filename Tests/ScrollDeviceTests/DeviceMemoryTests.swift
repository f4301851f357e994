import ScrollCore
import ScrollDevice
import Testing

/// A device of 1000 bytes with a limit of 500 for the app: percents are easy to read.
struct DeviceMemoryTests {
  private func memory(
    total: Int = 1000, limit: Int = 500, others: Int = 100, base: Int = 0,
    background: [Int] = [], swap: SwapFigures? = nil
  ) -> DeviceMemory {
    DeviceMemory(
      MemoryFigures(
        total: ByteCount(total), appLimit: ByteCount(limit), otherProcesses: ByteCount(others),
        baseFootprint: ByteCount(base), backgroundApps: background.map { ByteCount($0) },
        pageSize: ByteCount(1), swap: swap))
  }

  private static let swap = SwapFigures(bandwidth: 1e9, latency: .zero)

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

  /// Free is 900 - charged.
  private func warnings(charging amounts: [Int]) -> [Int] {
    var memory = memory(limit: 2000)
    return amounts.filter { amount in
      defer { _ = memory.warningWasAnswered() }
      return memory.imagesChanged(charged: ByteCount(amount)).warns
    }
  }

  @Test func `the system's lack warns once below 15 percent until more than 17.25 were free`() {
    #expect(warnings(charging: [750, 751, 800, 740, 751, 728, 752]) == [751])
    #expect(warnings(charging: [750, 751, 800, 740, 751, 727, 752]) == [751, 752])
  }

  @Test func `it warns again at each fall below 5 percent after more than 5.75 were free`() {
    #expect(warnings(charging: [850, 851, 843, 852]) == [850, 851])
    #expect(warnings(charging: [850, 851, 842, 852]) == [850, 851, 852])
  }

  @Test func `a fall from plenty below 5 percent warns once, and again only from plenty`() {
    #expect(warnings(charging: [700, 860, 800, 740, 700, 751]) == [860, 751])
  }

  @Test func `an app that empties its cache on the warning keeps the others alive`() {
    var memory = memory(limit: 2000, background: [10])
    _ = memory.imagesChanged(charged: ByteCount(400))
    // Free is 490, and others take 700.
    let pressed = memory.otherProcessesChanged(by: ByteCount(700))
    #expect(pressed == .init(warns: true), "not even what is missing altogether kills at once")
    let emptied = memory.imagesChanged(charged: ByteCount(100))
    #expect(emptied == .init())
    let answered = memory.warningWasAnswered()
    #expect(answered == .init(), "free is 90, above 5 percent")
  }

  @Test func `volatile bytes are not charged to the app`() {
    var memory = memory(total: 10_000)
    let verdict = memory.imagesChanged(charged: ByteCount(300), volatile: ByteCount(5000))
    #expect(!verdict.warns && verdict.death == nil && verdict.isFinal)
    #expect(memory.footprint == ByteCount(300))
    #expect(memory.free == ByteCount(10_000 - 100 - 300 - 5000))
  }

  @Test func `less than 15 percent free wants just as many volatile bytes gone as are missing`() {
    var memory = memory(limit: 900)
    let enough = memory.imagesChanged(charged: ByteCount(250), volatile: ByteCount(500))
    #expect(enough.isFinal, "free is exactly 15 percent")
    let short = memory.imagesChanged(charged: ByteCount(260), volatile: ByteCount(500))
    #expect(short == .init(wantsPurged: ByteCount(10)))
    let purged = memory.imagesChanged(charged: ByteCount(260), volatile: ByteCount(490))
    #expect(purged.isFinal)
    #expect(memory.free == ByteCount(150))
  }

  @Test func `no more is wanted purged than is volatile`() {
    var memory = memory(limit: 900)
    let verdict = memory.imagesChanged(charged: ByteCount(770), volatile: ByteCount(30))
    #expect(verdict.wantsPurged == ByteCount(30))
  }

  @Test func `nothing is decided while something is wanted purged`() {
    var memory = memory(limit: 700, background: [100])
    let wanting = memory.imagesChanged(charged: ByteCount(700), volatile: ByteCount(80))
    #expect(wanting == .init(wantsPurged: ByteCount(80)))
    let decided = memory.imagesChanged(charged: ByteCount(700))
    #expect(decided.warns && decided.death == .appLimit)
    #expect(decided.killedBackgroundApps == 0, "free is 100, above 5 percent")
  }

  @Test func `background apps die one by one below 5 percent, lowest priority first`() {
    var memory = memory(limit: 900, background: [10, 60, 100])
    // Free is 1000 - 100 - 170 - charged.
    let enough = memory.imagesChanged(charged: ByteCount(680))
    #expect(enough == .init(warns: true))
    let answered = memory.warningWasAnswered()
    #expect(answered == .init(), "free is exactly 5 percent")
    let critical = memory.imagesChanged(charged: ByteCount(691))
    #expect(critical == .init(warns: true))
    let verdict = memory.warningWasAnswered()
    #expect(verdict.killedBackgroundApps == 2, "the first gives 10 of the 11 that are missing")
    #expect(memory.free == ByteCount(109))
    #expect(verdict.death == nil)
  }

  @Test func `with no background app left the app itself is killed`() {
    var memory = memory(limit: 900, background: [10])
    let warned = memory.imagesChanged(charged: ByteCount(851))
    #expect(warned == .init(warns: true))
    let verdict = memory.warningWasAnswered()
    #expect(verdict.killedBackgroundApps == 1)
    #expect(verdict.death == .systemPressure)
  }

  @Test func `volatile bytes go before background apps do`() {
    var memory = memory(limit: 900, background: [100])
    let verdict = memory.imagesChanged(charged: ByteCount(600), volatile: ByteCount(190))
    #expect(verdict == .init(wantsPurged: ByteCount(140)))
    let purged = memory.imagesChanged(charged: ByteCount(600), volatile: ByteCount(50))
    #expect(purged == .init())
  }

  @Test func `with swap, bytes are paged out before anybody is killed`() {
    var memory = memory(limit: 900, background: [100], swap: Self.swap)
    // Free is 1000 - 100 - 100 - 780 = 20, and 50 are wanted.
    let wanting = memory.imagesChanged(charged: ByteCount(780), pageable: ByteCount(300))
    #expect(wanting == .init(wantsPagedOut: ByteCount(30)))
    let paged = memory.imagesChanged(
      charged: ByteCount(780), pageable: ByteCount(260), pagedOut: ByteCount(40))
    #expect(paged.isFinal && paged.killedBackgroundApps == 0 && paged.death == nil)
    #expect(memory.free == ByteCount(60))
    #expect(memory.footprint == ByteCount(780), "what is paged out stays charged")
  }

  @Test func `with swap, kills come when nothing is left to page out`() {
    var memory = memory(limit: 900, background: [100], swap: Self.swap)
    let little = memory.imagesChanged(charged: ByteCount(780), pageable: ByteCount(10))
    #expect(little == .init(wantsPagedOut: ByteCount(10)))
    let nothing = memory.imagesChanged(charged: ByteCount(780), pagedOut: ByteCount(10))
    #expect(nothing == .init(warns: true))
    let unanswered = memory.warningWasAnswered()
    #expect(unanswered.killedBackgroundApps == 1)
    let again = memory.imagesChanged(charged: ByteCount(880), pagedOut: ByteCount(10))
    #expect(again == .init(warns: true), "130 were free after the kill")
    let last = memory.warningWasAnswered()
    #expect(last.death == .systemPressure)
  }

  @Test func `with swap, volatile bytes are purged first`() {
    var memory = memory(limit: 900, swap: Self.swap)
    let verdict = memory.imagesChanged(
      charged: ByteCount(800), volatile: ByteCount(70), pageable: ByteCount(800))
    #expect(verdict == .init(wantsPurged: ByteCount(70)))
    let next = memory.imagesChanged(charged: ByteCount(800), pageable: ByteCount(800))
    #expect(next.isFinal, "free is 100, above 5 percent")
  }

  @Test func `pressure from outside wants purged and paged out as the app's own does`() {
    var memory = memory(limit: 900, swap: Self.swap)
    _ = memory.imagesChanged(
      charged: ByteCount(300), volatile: ByteCount(100), pageable: ByteCount(200))
    let pressed = memory.otherProcessesChanged(by: ByteCount(470))
    #expect(pressed == .init(wantsPurged: ByteCount(100)))
    let purged = memory.imagesChanged(charged: ByteCount(300), pageable: ByteCount(200))
    #expect(purged.isFinal, "free is 130")
    let again = memory.otherProcessesChanged(by: ByteCount(100))
    #expect(again == .init(wantsPagedOut: ByteCount(20)))
  }

  @Test(arguments: [(3_000_000_000, 5), (3_000_000_100, 4)])
  func `above 3 GB the critical share is 4 percent`(total: Int, percent: Int) {
    let share = total / 100 * percent
    var memory = memory(total: total, limit: total, others: 0)
    let atEdge = memory.imagesChanged(charged: ByteCount(total - share))
    #expect(atEdge == .init(warns: true))
    let answered = memory.warningWasAnswered()
    #expect(answered.death == nil)
    let past = memory.imagesChanged(charged: ByteCount(total - share + 1))
    #expect(past == .init(warns: true))
    let unanswered = memory.warningWasAnswered()
    #expect(unanswered.death == .systemPressure)
  }

  @Test func `other processes press on the same memory and let go again`() {
    var memory = memory(limit: 900, background: [50])
    let pressed = memory.otherProcessesChanged(by: ByteCount(850))
    #expect(pressed == .init(warns: true))
    let unanswered = memory.warningWasAnswered()
    #expect(unanswered.killedBackgroundApps == 1)
    #expect(memory.otherProcesses == ByteCount(950))
    let released = memory.otherProcessesChanged(by: ByteCount(-5000))
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
    var purgeable = PurgeableMemory(pageSize: ByteCount(1))
    // Warned of its own limit, and of how much memory that free must be above to warn again.
    var (isArmed, isShort, isCritical) = (true, false, false)
    for step in 0..<2000 {
      let charged = ByteCount(random.below(520))
      for _ in 0..<random.below(4) {
        purgeable.remove(step % 10)
        purgeable.setVolatile(step % 10, bytes: ByteCount(random.below(80)))
      }
      let before = purgeable.volatileBytes
      var wanted = ByteCount.zero
      var verdict = memory.imagesChanged(charged: charged, volatile: purgeable.volatileBytes)
      var rounds = 0
      while !verdict.isFinal, rounds < 20 {
        rounds += 1
        wanted += verdict.wantsPurged
        purgeable.purge(atLeast: verdict.wantsPurged)
        verdict = memory.imagesChanged(charged: charged, volatile: purgeable.volatileBytes)
      }
      let place = "seed \(seed), step \(step): \(verdict)"
      #expect(rounds <= 1, "purging as much as is wanted is enough, \(place)")
      #expect(before - purgeable.volatileBytes >= wanted, "\(place)")
      #expect((verdict.death == .appLimit) == (charged.bytes >= 500), "\(place)")
      let freed = memory.free.bytes
      (isShort, isCritical) = (isShort && freed <= 172, isCritical && freed <= 57)
      let (own, system) = (
        isArmed && charged.bytes >= 400,
        (!isShort && freed < 150) || (!isCritical && freed < 50)
      )
      #expect(verdict.warns == (own || system), "\(place)")
      #expect(!system || verdict.killedBackgroundApps == 0, "warned first, \(place)")
      if own { isArmed = false }
      (isShort, isCritical) = (isShort || freed < 150, isCritical || freed < 50)
      if verdict.warns { _ = memory.warningWasAnswered() }
      (isShort, isCritical) = (
        isShort && memory.free.bytes <= 172, isCritical && memory.free.bytes <= 57
      )
      if charged.bytes < 375 { isArmed = true }
      #expect(memory.volatileBytes == purgeable.volatileBytes, "\(place)")
      #expect(
        memory.free.bytes >= 150 || memory.volatileBytes == .zero, "purged first, \(place)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `with swap nobody is killed for the system while something can be paged out`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var memory = memory(limit: 5000, background: [40], swap: Self.swap)
    var killed = 0
    for step in 0..<500 {
      let charged = random.below(2000)
      // Objects of 30 bytes each.
      var pagedOut = 0
      var pageable = random.below(charged + 1) / 30 * 30
      var verdict = DeviceMemory.Verdict()
      repeat {
        verdict = memory.imagesChanged(
          charged: ByteCount(charged), pageable: ByteCount(pageable),
          pagedOut: ByteCount(pagedOut))
        let objects = (verdict.wantsPagedOut.bytes + 29) / 30
        (pageable, pagedOut) = (pageable - 30 * objects, pagedOut + 30 * objects)
      } while !verdict.isFinal
      if verdict.warns { verdict = memory.warningWasAnswered() }
      killed += verdict.killedBackgroundApps
      let place = "seed \(seed), step \(step): \(verdict)"
      let isDry = 1000 - 100 - charged + pagedOut - (killed == 0 ? 40 : 0) < 50
      if pageable > 0 { #expect(verdict.death == nil && !isDry, "\(place)") }
      #expect((verdict.death == .systemPressure) == (isDry && killed == 1), "\(place)")
    }
  }
}
