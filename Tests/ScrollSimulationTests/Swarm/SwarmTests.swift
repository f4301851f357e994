import Foundation
import ScrollCore
import ScrollSimulation
import Synchronization
import Testing

/// Tests that no drawn run breaks a law, whatever its settings.
///
/// The gate makes 2 000 runs. `SCROLL_SWARM=FIRST+COUNT` makes others, and `SCROLL_SWARM=CASE`
/// repeats one: a failure prints that line, with the simplest case that breaks the same law.
struct SwarmTests {
  private static let asked =
    ProcessInfo.processInfo.environment["SCROLL_SWARM"] ?? "1000000+2000"

  /// The runs, in two halves, which may be made at the same time; none for one case.
  private static let halves: [Range<UInt64>] = {
    let numbers = asked.split(separator: "+").compactMap { UInt64($0) }
    guard numbers.count == 2 else { return [0..<0] }
    let middle = numbers[0] + numbers[1] / 2
    return [numbers[0]..<middle, middle..<numbers[0] + numbers[1]]
  }()

  @Test(arguments: halves)
  func `no drawn run breaks a law`(seeds: Range<UInt64>) throws {
    guard !seeds.isEmpty else { return try repeatCase() }
    SwarmCrash.watch()
    var findings: [String: String] = [:]
    for seed in seeds where findings.count < 5 {
      SwarmCrash.note(seed, isFirst: seeds == Self.halves[0])
      let drawn = try SwarmCase(seed: seed)
      for broken in drawn.brokenLaws() {
        let law = Self.name(of: broken)
        if findings[law] != nil { continue }
        let simplest = drawn.shrunk { $0.brokenLaws().contains { Self.name(of: $0) == law } }
        findings[law] = "\(seed - seeds.lowerBound + 1) runs: \(Self.line(simplest))"
      }
    }
    #expect(findings.isEmpty, "\(findings.values.joined(separator: "\n"))")
  }

  private func repeatCase() throws {
    let drawn = try #require(
      try SwarmCase(parsing: Self.asked),
      "SCROLL_SWARM='\(Self.asked)'; expected FIRST+COUNT or SEED:STEP,...")
    #expect(drawn.brokenLaws().isEmpty, "\(Self.line(drawn))\n\(drawn)")
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

/// Prints the runs that were made when the simulation trapped.
private enum SwarmCrash {
  private static let first = Atomic<UInt64>(0), second = Atomic<UInt64>(0)

  /// Records the run that one of two threads makes.
  static func note(_ seed: UInt64, isFirst: Bool) {
    if isFirst {
      first.store(seed, ordering: .relaxed)
    } else {
      second.store(seed, ordering: .relaxed)
    }
  }

  /// Prints a line on a trap, which then ends the process as usual.
  static func watch() {
    for trap in [SIGILL, SIGTRAP, SIGSEGV] {
      signal(trap) { number in
        SwarmCrash.print("SCROLL_SWARM=", SwarmCrash.first.load(ordering: .relaxed))
        SwarmCrash.print(" or SCROLL_SWARM=", SwarmCrash.second.load(ordering: .relaxed))
        SwarmCrash.print(" trapped; signal ", UInt64(number))
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
