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

  /// The store, made once: twelve runs and their bounds take two seconds.
  private static let made = Result {
    let folder = try Self.folder()
    let made = try Scrollsim.run(
      ["sweep", "spec.yml", "--store", "results.sqlite", "--regret"], in: folder.url)
    guard made.status == 0 else { throw Failure(description: made.complaint) }
    return try Data(contentsOf: folder.path("results.sqlite"))
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder.withTraces()
    try folder.write(spec, to: "spec.yml")
    return folder
  }

  init() throws {
    folder = try Self.folder()
    try Self.made.get().write(to: store)
  }

  var store: URL { folder.path("results.sqlite") }

  func report(_ arguments: [String]) throws -> Scrollsim.Outcome {
    try Scrollsim.run(["report", "results.sqlite"] + arguments, in: folder.url)
  }
}
