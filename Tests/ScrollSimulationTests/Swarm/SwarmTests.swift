import Foundation
import ScrollCore
import ScrollSimulation
import Synchronization
import Testing

/// Tests that no drawn run breaks a law, whatever its settings.
///
/// The gate makes 2 000 runs, and 600 of which some keep several sizes of an image.
/// `SCROLL_SWARM=FIRST+COUNT` makes others, and `SCROLL_SWARM=CASE` repeats one: a failure prints
/// that line, with the simplest case that breaks the same law.
struct SwarmTests {
  private static let asked = ProcessInfo.processInfo.environment["SCROLL_SWARM"]

  /// The runs, in two parts, which may be made at the same time; none for one case.
  private static let parts: [Range<UInt64>] = {
    guard let asked else {
      return [1_000_000..<1_002_000, SwarmCase.firstWithSizes..<SwarmCase.firstWithSizes + 600]
    }
    let numbers = asked.split(separator: "+").compactMap { UInt64($0) }
    guard numbers.count == 2 else { return [0..<0] }
    let middle = numbers[0] + numbers[1] / 2
    return [numbers[0]..<middle, middle..<numbers[0] + numbers[1]]
  }()

  @Test(arguments: parts)
  func `no drawn run breaks a law`(seeds: Range<UInt64>) throws {
    guard !seeds.isEmpty else { return try repeatCase() }
    SwarmCrash.watch()
    let start = ContinuousClock.now
    var found: Set<String> = []
    for seed in seeds where found.count < 10 {
      SwarmCrash.note(seed, isFirst: seeds == Self.parts[0])
      let drawn = try SwarmCase(seed: seed)
      let count = seed - seeds.lowerBound + 1
      // The other laws that one run breaks have the same cause in most cases.
      if let law = drawn.brokenLaws().first.map({ Self.name(of: $0) }), found.insert(law).inserted {
        let simplest = drawn.shrunk { $0.brokenLaws().contains { Self.name(of: $0) == law } }
        Issue.record("\(count) runs: \(Self.line(simplest))")
      }
      if count % 10_000 == 0 {
        let time = ContinuousClock.now - start
        print("\(count) of \(seeds.count) runs from \(seeds.lowerBound) in \(time)")
        fflush(nil)
      }
    }
  }

  /// Runs that failed before a correction, at least one for each mistake.
  private static let corrected: [UInt64] = [
    1_001_080, 20_261_129_000_676, 20_261_129_007_884, 20_261_129_015_072, 20_261_129_023_952,
    20_261_129_045_720, 20_261_129_046_580, 20_261_129_051_048, 20_261_129_070_100,
    20_261_129_133_256, 20_261_129_182_795, 20_261_129_214_212, 20_261_129_251_720,
    20_261_129_291_786, 20_261_129_293_464, 20_261_129_404_600, 20_261_129_430_096,
    20_261_129_445_520, 20_261_129_496_616, 20_261_129_514_960, 20_261_129_530_432,
    20_261_129_704_512, 20_261_129_830_660, 20_261_129_845_116, 20_261_129_863_140,
    20_261_129_885_508, 20_261_129_991_852, 20_261_129_992_844, 20_261_130_025_152,
    20_261_130_137_124, 20_261_130_181_140, 20_261_130_526_468, 20_261_130_964_916,
  ]

  @Test(arguments: corrected)
  func `a run that broke a law before a correction breaks none`(seed: UInt64) throws {
    #expect(try SwarmCase(seed: seed).brokenLaws().isEmpty)
  }

  private func repeatCase() throws {
    let drawn = try #require(
      try SwarmCase(parsing: Self.asked ?? ""),
      "SCROLL_SWARM='\(Self.asked ?? "")'; expected FIRST+COUNT or SEED:STEP,...")
    // The run is printed first, in case that the simulation traps.
    print(drawn)
    fflush(nil)
    #expect(drawn.brokenLaws().isEmpty, "\(Self.line(drawn))")
  }

  private static func name(of broken: String) -> String {
    String(broken.prefix { $0 != ":" })
  }

  /// Returns a command that repeats a case, and the laws that it breaks.
  private static func line(_ drawn: SwarmCase) -> String {
    """
    SCROLL_SWARM=\(drawn.text) swift test -c release --disable-testable-imports \
    --filter SwarmTests # \(drawn.brokenLaws().joined(separator: "; ").prefix(2000))
    """
  }
}

/// Prints the run that was being made when the simulation trapped.
private enum SwarmCrash {
  private static let first = Atomic<UInt64>(0), second = Atomic<UInt64>(0)
  /// The thread that makes the runs of the first part.
  private static let firstThread = Atomic<UInt>(0)

  private static var thread: UInt {
    withUnsafeBytes(of: pthread_self()) { $0.loadUnaligned(as: UInt.self) }
  }

  /// Records the run that one of two threads makes.
  static func note(_ seed: UInt64, isFirst: Bool) {
    if isFirst {
      firstThread.store(thread, ordering: .relaxed)
      first.store(seed, ordering: .relaxed)
    } else {
      second.store(seed, ordering: .relaxed)
    }
  }

  /// Prints a line on a trap, which then ends the process as usual.
  static func watch() {
    for trap in [SIGILL, SIGTRAP, SIGSEGV] {
      signal(trap) { number in
        let isFirst = SwarmCrash.thread == SwarmCrash.firstThread.load(ordering: .relaxed)
        let seed =
          isFirst
          ? SwarmCrash.first.load(ordering: .relaxed)
          : SwarmCrash.second.load(ordering: .relaxed)
        SwarmCrash.print("SCROLL_SWARM=", seed)
        SwarmCrash.print(
          " swift test -c release --disable-testable-imports --filter SwarmTests # signal ",
          UInt64(number))
        _ = write(2, "\n", 1)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  /// Writes a text and a number to standard error without allocating.
  private static func print(_ text: StaticString, _ number: UInt64) {
    _ = write(2, text.utf8Start, text.utf8CodeUnitCount)
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var (rest, start) = (number, 20)
      repeat {
        start -= 1
        digits.initializeElement(at: start, to: UInt8(ascii: "0") + UInt8(rest % 10))
        rest /= 10
      } while rest > 0
      _ = write(2, digits.baseAddress?.advanced(by: start), 20 - start)
    }
  }
}
