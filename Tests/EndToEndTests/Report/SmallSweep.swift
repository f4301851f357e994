import Foundation

/// A sweep of twelve runs in a folder of its own, for reports about it.
struct SmallSweep {
  let folder: TemporaryFolder

  private static let spec = """
    title: Three policies, two budgets, two phones
    axes:
      trace: Traces/photo-grid.scroll
      device: [iphone-5, iphone-8]
      prefetch: none
      policy: [lru, distance, fifo]
      budget: [16MiB, 64MiB]
    """

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init() throws {
    folder = try TemporaryFolder.withTraces()
    try Self.spec.write(
      to: folder.url.appendingPathComponent("spec.yml"), atomically: true, encoding: .utf8)
    let made = try Scrollsim.run(
      ["sweep", "spec.yml", "--store", "results.sqlite", "--regret"], in: folder.url)
    guard made.status == 0 else { throw Failure(description: made.complaint) }
  }

  var store: URL { folder.url.appendingPathComponent("results.sqlite") }

  func report(_ arguments: [String]) throws -> Scrollsim.Outcome {
    try Scrollsim.run(["report", "results.sqlite"] + arguments, in: folder.url)
  }
}
