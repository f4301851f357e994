import Foundation
import ScrollCore
import ScrollReports
import Testing

/// How often intervals over sessions hold on the skewed differences of real policies.
///
/// 400 drawn sessions stand for all that users do, so the true mean is known; an experiment draws
/// some of them, and asks whether the interval holds that mean.
@Suite struct SessionCoverageTests {
  private static let experiments = 2000

  /// Stalls by policy and session.
  private static let stalls: [String: [String: Double]] = {
    guard let folder = try? TemporaryFolder(),
      let sweep = try? Scrollsim.run(
        [
          "sweep", "--trace", "sessions:count=400:seed=1", "--device", "iphone-5", "--prefetch",
          "none", "--policy", "lru,fifo,arc,distance", "--budget", "16MiB", "--store", "s.sqlite",
        ], in: folder.url), sweep.status == 0,
      let csv = try? Scrollsim.run(["report", "s.sqlite", "--format", "csv"], in: folder.url)
    else { return [:] }
    let lines = csv.text.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    guard let head = lines.first, let trace = head.firstIndex(of: "trace"),
      let label = head.firstIndex(of: "label"), let stall = head.firstIndex(of: "stall_s")
    else { return [:] }
    var found: [String: [String: Double]] = [:]
    for line in lines.dropFirst() {
      found[line[label], default: [:]][line[trace]] = Double(line[stall])
    }
    return found
  }()

  @Test(arguments: [(12, 0.80), (25, 0.85), (50, 0.88), (100, 0.90)])
  func `on differences of real policies most intervals hold the mean`(
    sessions: Int, demanded: Double
  ) throws {
    let lru = try #require(Self.stalls["lru"])
    for other in ["fifo", "arc", "distance"] {
      let stalls = try #require(Self.stalls[other])
      #expect(stalls.count == 400)
      let differences = lru.keys.sorted().compactMap { key in
        lru[key].flatMap { first in stalls[key].map { first - $0 } }
      }
      let mean = differences.reduce(0, +) / Double(differences.count)
      var random = SeededRandom(seed: 17)
      var held = 0
      for _ in 0..<Self.experiments {
        let drawn = (0..<sessions).map { _ in differences[random.below(differences.count)] }
        if Certainty(drawn).interval?.contains(mean) == true { held += 1 }
      }
      let share = Double(held) / Double(Self.experiments)
      print("lru less \(other), \(sessions) sessions: \(share * 100) % of intervals hold")
      #expect(share >= demanded, "\(other), seed 17: \(share)")
    }
  }
}
