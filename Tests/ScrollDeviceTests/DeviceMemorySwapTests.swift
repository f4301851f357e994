import ScrollCore
import ScrollDevice
import Testing

/// The rules of memory on a device that can page it out.
struct DeviceMemorySwapTests {
  private static let swap = SwapFigures(bandwidth: 1e9, latency: .zero)

  @Test func `a device with swap pages out bytes before it kills an app`() {
    var memory = DeviceMemory.ofBytes(limit: 900, background: [100], swap: Self.swap)
    // Free is 1000 - 100 - 100 - 780 = 20, and 50 are wanted.
    let wanting = memory.imagesChanged(charged: ByteCount(780), pageable: ByteCount(300))
    #expect(wanting == .init(wantsPagedOut: ByteCount(30)))
    let paged = memory.imagesChanged(
      charged: ByteCount(780), pageable: ByteCount(260), pagedOut: ByteCount(40))
    #expect(paged.isFinal && paged.killedBackgroundApps == 0 && paged.death == nil)
    #expect(memory.free == ByteCount(60))
    #expect(memory.footprint == ByteCount(780), "what is paged out stays charged")
  }

  @Test func `a device with swap kills apps when no bytes can be paged out`() {
    var memory = DeviceMemory.ofBytes(limit: 900, background: [100], swap: Self.swap)
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

  @Test func `a device with swap purges volatile bytes first`() {
    var memory = DeviceMemory.ofBytes(limit: 900, swap: Self.swap)
    let verdict = memory.imagesChanged(
      charged: ByteCount(800), volatile: ByteCount(70), pageable: ByteCount(800))
    #expect(verdict == .init(wantsPurged: ByteCount(70)))
    let next = memory.imagesChanged(charged: ByteCount(800), pageable: ByteCount(800))
    #expect(next.isFinal, "free is 100, above 5 percent")
  }

  @Test func `pressure by other processes purges and pages out like pressure by the app`() {
    var memory = DeviceMemory.ofBytes(limit: 900, swap: Self.swap)
    _ = memory.imagesChanged(
      charged: ByteCount(300), volatile: ByteCount(100), pageable: ByteCount(200))
    let pressed = memory.otherProcessesChanged(by: ByteCount(470))
    #expect(pressed == .init(wantsPurged: ByteCount(100)))
    let purged = memory.imagesChanged(charged: ByteCount(300), pageable: ByteCount(200))
    #expect(purged.isFinal, "free is 130")
    let again = memory.otherProcessesChanged(by: ByteCount(100))
    #expect(again == .init(wantsPagedOut: ByteCount(20)))
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `a device with swap kills no app while bytes can be paged out`(
    seed: UInt64
  ) {
    var random = SeededRandom(seed: seed)
    var memory = DeviceMemory.ofBytes(limit: 5000, background: [40], swap: Self.swap)
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
