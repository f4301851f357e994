import Foundation
import ScrollSweeps
import ScrollTraces
import Testing
import scrollsim_lab

/// Specs for tests, with paths relative to the package's traces.
enum TinyContest {
  static let traces = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Traces").standardizedFileURL.path

  /// Reads a spec as if it lay beside the traces.
  static func spec(_ text: String) throws -> EvolveSpec {
    try EvolveSpec.parse(text, file: "\(traces)/test.yml")
  }

  /// A search of a second or two: three scenarios of each kind.
  static let text = """
    axes: {device: iphone-5, loader: cached, prefetch: "ring:ahead=2", budget: 16MiB}
    training:
      - trace: "sessions:count=2:seed=1:style=to-and-fro:duration=15"
      - trace: "sessions:count=2:seed=2:style=browsing:duration=15"
    \(third)
    validation:
      - trace: "sessions:count=2:seed=4:style=to-and-fro:duration=15"
      - trace: "sessions:count=2:seed=5:style=browsing:duration=15"
      - {trace: "sessions:count=2:seed=6:style=to-and-fro:duration=15", budget: 24MiB}
    sealed:
      - trace: "sessions:count=4:seed=7:style=to-and-fro:duration=15"
      - trace: "sessions:count=4:seed=8:style=reading:duration=15"
      - {trace: "sessions:count=4:seed=9:style=to-and-fro:duration=15", budget: 24MiB}
    search: {seed: 1, population: 8, generations: 2, nodes: 9, draws: 2}

    """

  /// The answer of that search in a store of its own, and the number of runs that it made.
  static let found = Result<(answer: EvolveAnswer, made: Int), any Error> {
    let (answer, made) = try TinyStore().search(spec(text))
    return (try #require(answer), made)
  }

  /// Its third training scenario.
  static let third =
    "  - {trace: \"sessions:count=2:seed=3:style=to-and-fro:duration=15\", budget: 24MiB}"

  /// A scenario in which nothing is ever shown twice and nothing fetched ahead: no policy matters.
  static func idle(_ budgets: String) -> String {
    "  - {trace: recorded/doom-scroll.scroll, prefetch: none, budget: [\(budgets)]}"
  }
}

/// A store in a folder of its own, removed after the test.
final class TinyStore {
  private let folder: URL
  let store: ResultStore

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-evolve-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try ResultStore(path: folder.appendingPathComponent("results.sqlite").path)
  }

  deinit {
    try? store.close()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Searches, and says how many runs that made.
  func search(
    _ spec: EvolveSpec, jobs: Int = 2
  ) throws -> (answer: EvolveAnswer?, made: Int) {
    let runner = TrialRunner(store, jobs: jobs)
    let answer = try Evolution(spec, SweepCatalogs()).answer(runner, store) { _ in }
    return (answer, runner.progress.made)
  }
}
