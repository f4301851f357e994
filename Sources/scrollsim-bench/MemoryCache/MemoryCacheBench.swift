import ArgumentParser

/// What the memory cache for apps costs, beside what others cost in the same process.
struct MemoryCacheBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "memory-cache",
    abstract: "Speed, memory and hits of the cache for apps, beside others.",
    discussion: "Example: scrollsim-bench memory-cache thread",
    subcommands: [
      OneThreadBench.self, TaskBench.self, OptionBench.self, MemoryBench.self, HitBench.self,
      EndlessBench.self,
    ])

  static func checkPositive(_ value: Int, _ option: String) throws {
    guard value > 0 else {
      throw ValidationError("\(option) \(value) is not positive; expected at least 1")
    }
  }
}

/// Takes a result, so that the work for it is not left out.
@inline(never) func blackHole<Result>(_ result: Result) {}
