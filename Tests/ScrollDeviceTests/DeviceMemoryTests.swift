import ScrollCore
import ScrollDevice
import Testing

/// The rules of memory, one by one.
struct DeviceMemoryTests {
  @Test func `the base footprint counts from the start`() {
    let memory = DeviceMemory.ofBytes(base: 50, background: [20, 30])
    #expect(memory.footprint == ByteCount(50))
    #expect(memory.peakFootprint == ByteCount(50))
    #expect(memory.free == ByteCount(1000 - 100 - 50 - 20 - 30))
  }

  @Test func `a footprint at 80 percent of the limit warns once until it falls below 75`() {
    var memory = DeviceMemory.ofBytes()
    let warnings = [399, 400, 450, 400, 376, 400, 375, 400, 374, 399, 400].map { charged in
      memory.imagesChanged(charged: ByteCount(charged)).warns
    }
    #expect(
      warnings == [
        false, true, false, false, false, false, false, false, false, false, true,
      ])
  }

  @Test func `a footprint at the limit kills the app, one byte below does not`() {
    var memory = DeviceMemory.ofBytes(base: 10)
    let below = memory.imagesChanged(charged: ByteCount(489))
    #expect(below.death == nil)
    let atLimit = memory.imagesChanged(charged: ByteCount(490))
    #expect(atLimit.death == .appLimit)
  }

  /// Free is 900 - charged.
  private func warnings(charging amounts: [Int]) -> [Int] {
    var memory = DeviceMemory.ofBytes(limit: 2000)
    return amounts.filter { amount in
      defer { _ = memory.warningWasAnswered() }
      return memory.imagesChanged(charged: ByteCount(amount)).warns
    }
  }

  @Test func `free memory below 15 percent warns once until more than 17.25 percent are free`() {
    #expect(warnings(charging: [750, 751, 800, 740, 751, 728, 752]) == [751])
    #expect(warnings(charging: [750, 751, 800, 740, 751, 727, 752]) == [751, 752])
  }

  @Test
  func `free memory below 5 percent warns each time after more than 5.75 percent were free`() {
    #expect(warnings(charging: [850, 851, 843, 852]) == [850, 851])
    #expect(warnings(charging: [850, 851, 842, 852]) == [850, 851, 852])
  }

  @Test func `a fall from plenty below 5 percent warns once, and again only after plenty`() {
    #expect(warnings(charging: [700, 860, 800, 740, 700, 751]) == [860, 751])
  }

  @Test func `an app that empties its cache on a warning keeps other apps alive`() {
    var memory = DeviceMemory.ofBytes(limit: 2000, background: [10])
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
    var memory = DeviceMemory.ofBytes(total: 10_000)
    let verdict = memory.imagesChanged(charged: ByteCount(300), volatile: ByteCount(5000))
    #expect(!verdict.warns && verdict.death == nil && verdict.isFinal)
    #expect(memory.footprint == ByteCount(300))
    #expect(memory.free == ByteCount(10_000 - 100 - 300 - 5000))
  }

  @Test func `free memory below 15 percent purges exactly the missing volatile bytes`() {
    var memory = DeviceMemory.ofBytes(limit: 900)
    let enough = memory.imagesChanged(charged: ByteCount(250), volatile: ByteCount(500))
    #expect(enough.isFinal, "free is exactly 15 percent")
    let short = memory.imagesChanged(charged: ByteCount(260), volatile: ByteCount(500))
    #expect(short == .init(wantsPurged: ByteCount(10)))
    let purged = memory.imagesChanged(charged: ByteCount(260), volatile: ByteCount(490))
    #expect(purged.isFinal)
    #expect(memory.free == ByteCount(150))
  }

  @Test func `the device requests at most the volatile bytes for purging`() {
    var memory = DeviceMemory.ofBytes(limit: 900)
    let verdict = memory.imagesChanged(charged: ByteCount(770), volatile: ByteCount(30))
    #expect(verdict.wantsPurged == ByteCount(30))
  }

  @Test func `the device decides after requested bytes are purged`() {
    var memory = DeviceMemory.ofBytes(limit: 700, background: [100])
    let wanting = memory.imagesChanged(charged: ByteCount(700), volatile: ByteCount(80))
    #expect(wanting == .init(wantsPurged: ByteCount(80)))
    let decided = memory.imagesChanged(charged: ByteCount(700))
    #expect(decided.warns && decided.death == .appLimit)
    #expect(decided.killedBackgroundApps == 0, "free is 100, above 5 percent")
  }

  @Test
  func `free memory below 5 percent kills background apps one by one, lowest priority first`() {
    var memory = DeviceMemory.ofBytes(limit: 900, background: [10, 60, 100])
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

  @Test func `the device kills the app itself when no background app remains`() {
    var memory = DeviceMemory.ofBytes(limit: 900, background: [10])
    let warned = memory.imagesChanged(charged: ByteCount(851))
    #expect(warned == .init(warns: true))
    let verdict = memory.warningWasAnswered()
    #expect(verdict.killedBackgroundApps == 1)
    #expect(verdict.death == .systemPressure)
  }

  @Test func `the device purges volatile bytes before it kills background apps`() {
    var memory = DeviceMemory.ofBytes(limit: 900, background: [100])
    let verdict = memory.imagesChanged(charged: ByteCount(600), volatile: ByteCount(190))
    #expect(verdict == .init(wantsPurged: ByteCount(140)))
    let purged = memory.imagesChanged(charged: ByteCount(600), volatile: ByteCount(50))
    #expect(purged == .init())
  }

  @Test(arguments: [(3_000_000_000, 5), (3_000_000_100, 4)])
  func `the critical share is 4 percent above 3 GB`(total: Int, percent: Int) {
    let share = total / 100 * percent
    var memory = DeviceMemory.ofBytes(total: total, limit: total, others: 0)
    let atEdge = memory.imagesChanged(charged: ByteCount(total - share))
    #expect(atEdge == .init(warns: true))
    let answered = memory.warningWasAnswered()
    #expect(answered.death == nil)
    let past = memory.imagesChanged(charged: ByteCount(total - share + 1))
    #expect(past == .init(warns: true))
    let unanswered = memory.warningWasAnswered()
    #expect(unanswered.death == .systemPressure)
  }

  @Test func `other processes use and release the same memory`() {
    var memory = DeviceMemory.ofBytes(limit: 900, background: [50])
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

  @Test func `a device with a pebibyte follows other processes without an overflow`() {
    var memory = DeviceMemory.ofBytes(total: 1 << 50, limit: 1 << 50)
    let changed = memory.otherProcessesChanged(by: ByteCount(1000))
    #expect(changed == .init())
    #expect(memory.free == ByteCount(1 << 50 - 1100))
  }

  @Test func `the peak footprint stays when the footprint falls`() {
    var memory = DeviceMemory.ofBytes(base: 10)
    for charged in [100, 300, 50] { _ = memory.imagesChanged(charged: ByteCount(charged)) }
    #expect(memory.peakFootprint == ByteCount(310))
    #expect(memory.footprint == ByteCount(60))
  }
}
