import Foundation

/// A search of a few seconds, for tests.
enum SmallSearch {
  static let spec = """
    title: A small search
    axes: {device: [iphone-5], loader: cached, prefetch: "ring:ahead=2", budget: 16MiB}
    training:
      - trace: "sessions:count=2:seed=1:style=to-and-fro:duration=15"
      - trace: "sessions:count=2:seed=2:style=browsing:duration=15"
      - {trace: "sessions:count=2:seed=3:style=to-and-fro:duration=15", device: iphone-6, budget: 32MiB}
    validation:
      - trace: "sessions:count=2:seed=4:style=to-and-fro:duration=15"
      - trace: "sessions:count=2:seed=5:style=browsing:duration=15"
      - {trace: "sessions:count=2:seed=6:style=to-and-fro:duration=15", device: iphone-6, budget: 32MiB}
    sealed:
      - trace: "sessions:count=5:seed=7:style=to-and-fro:duration=15"
      - trace: "sessions:count=5:seed=8:style=reading:duration=15"
      - {trace: "sessions:count=5:seed=9:style=to-and-fro:duration=15", device: iphone-6, budget: 32MiB}
    search: {seed: 1, population: 12, generations: 3, nodes: 9, draws: 2}

    """

  /// The outcome of the search and its store.
  static let finished = Result<(outcome: Scrollsim.Outcome, store: Data), any Error> {
    let folder = try SmallSearch.folder()
    let outcome = try Scrollsim.run(command(), in: folder.url)
    return (outcome, try folder.read("small.sqlite"))
  }

  /// A folder with the spec in it.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(spec, to: "small.yml")
    return folder
  }

  /// A folder with the spec and with the store of the finished search.
  static func folderWithStore() throws -> TemporaryFolder {
    let folder = try SmallSearch.folder()
    try finished.get().store.write(to: folder.path("small.sqlite"))
    return folder
  }

  static func command(_ store: String = "small.sqlite", _ more: String...) -> [String] {
    ["evolve", "small.yml", "--store", store] + more
  }
}
