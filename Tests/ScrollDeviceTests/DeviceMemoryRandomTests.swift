import ScrollCore
import ScrollDevice
import Testing

/// Tests of the rules of memory on random amounts, against a separate count.
struct DeviceMemoryRandomTests {
  /// The result of the rules, step by step, on a device that kills the app at 500 of 1000 bytes.
  private struct Count {
    /// The bytes of the background apps, the first to be killed in front.
    var apps = [40, 80]
    var isArmed = true, isShort = false, isCritical = false

    /// Returns the free bytes; other processes use 480.
    func free(charged: Int, volatile: Int) -> Int {
      1000 - 480 - apps.reduce(0, +) - charged - volatile
    }

    /// Ends a shortage when more than 115 % of its threshold are free.
    mutating func ease(free: Int) {
      (isShort, isCritical) = (isShort && free <= 172, isCritical && free <= 57)
    }

    /// Returns `true` if the system becomes short of memory, which is when it warns.
    mutating func becomesShort(free: Int) -> Bool {
      ease(free: free)
      let becomes = (!isShort && free < 150) || (!isCritical && free < 50)
      (isShort, isCritical) = (isShort || free < 150, isCritical || free < 50)
      return becomes
    }

    /// Returns `true` if the app is warned of its own limit.
    mutating func warnsOfLimit(charged: Int) -> Bool {
      if charged < 375 { isArmed = true }
      guard isArmed, charged >= 400 else { return false }
      isArmed = false
      return true
    }

    /// Kills apps until 50 bytes are free; returns their number, and whether there are too few of
    /// them.
    mutating func kill(free: Int) -> (count: Int, runsOut: Bool) {
      var (count, free) = (0, free)
      while free < 50, !apps.isEmpty {
        free += apps.removeFirst()
        count += 1
      }
      ease(free: free)
      return (count, free < 50)
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5] as [UInt64])
  func `random allocations follow the memory rules`(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var (count, memory, purgeable) = Self.start()
    var happened = (killed: 0, ranOut: 0, reachedLimit: 0)
    for step in 0..<2000 {
      let charged = random.below(520)
      for _ in 0..<random.below(4) {
        purgeable.remove(step % 10)
        purgeable.setVolatile(step % 10, bytes: ByteCount(random.below(80)))
      }
      let before = purgeable.volatileBytes
      var wanted = ByteCount.zero
      func change() -> DeviceMemory.Verdict {
        memory.imagesChanged(charged: ByteCount(charged), volatile: purgeable.volatileBytes)
      }
      var verdict = change()
      var rounds = 0
      while !verdict.isFinal, rounds < 20 {
        rounds += 1
        wanted += verdict.wantsPurged
        purgeable.purge(atLeast: verdict.wantsPurged)
        verdict = change()
      }
      let place = "seed \(seed), step \(step), \(charged) charged: \(verdict)"
      #expect(rounds <= 1, "purging as much as is wanted is enough, \(place)")
      #expect(before - purgeable.volatileBytes >= wanted, "\(place)")

      let free = count.free(charged: charged, volatile: purgeable.volatileBytes.bytes)
      #expect(free >= 150 || memory.volatileBytes == .zero, "purged first, \(place)")
      let isLack = count.becomesShort(free: free)
      let isClose = count.warnsOfLimit(charged: charged)
      #expect(verdict.warns == (isLack || isClose), "\(place)")

      // If the system has just warned, it waits for the response.
      var toll = isLack ? (count: 0, runsOut: false) : count.kill(free: free)
      #expect(verdict.killedBackgroundApps == toll.count, "\(place)")
      #expect(verdict.death == Self.death(charged, runsOut: toll.runsOut), "\(place)")
      let answer = memory.warningWasAnswered()
      if isLack {
        toll = count.kill(free: free)
        #expect(!answer.warns && answer.isFinal, "\(place), then \(answer)")
        #expect(answer.killedBackgroundApps == toll.count, "\(place), then \(answer)")
        #expect(
          answer.death == Self.death(charged, runsOut: toll.runsOut), "\(place), then \(answer)")
      } else {
        #expect(answer == .init(), "no process waited, \(place), then \(answer)")
      }
      #expect(memory.volatileBytes == purgeable.volatileBytes, "\(place)")
      let left = count.free(charged: charged, volatile: purgeable.volatileBytes.bytes)
      #expect(memory.free.bytes == left, "\(place)")

      happened.killed += toll.count
      if charged >= 500 {
        happened.reachedLimit += 1
      } else if toll.runsOut {
        happened.ranOut += 1
      } else {
        continue
      }
      // The app was killed; the test continues with another device.
      (count, memory, purgeable) = Self.start()
    }
    #expect(
      happened.killed > 50 && happened.ranOut > 20 && happened.reachedLimit > 20, "\(happened)")
  }

  private static func start() -> (Count, DeviceMemory, PurgeableMemory) {
    let count = Count()
    return (
      count, .ofBytes(others: 480, background: count.apps),
      PurgeableMemory(pageSize: ByteCount(1))
    )
  }

  /// Returns the reason of a death: the limit comes last in the rules, and so it is the reason if
  /// both are true.
  private static func death(_ charged: Int, runsOut: Bool) -> DeviceMemory.Death? {
    charged >= 500 ? .appLimit : runsOut ? .systemPressure : nil
  }
}
