import ArgumentParser
import ScrollCaching
import ScrollCore
import ScrollTraces

/// One file, one policy, one capacity, from opening the file to the last miss.
struct OneReplay: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "one",
    abstract: "Reads a request trace and replays it once: CPU ns, requests and misses.",
    discussion: """
      Every request counts 1. Without a policy it only reads. Used by compare and by the \
      instruction counts of the gate.

      Example: scrollsim-bench one zipf.oracleGeneral.bin lru 10000
      """)

  @Argument(help: "A request trace.") var trace: String
  @Argument(help: "The policy, with its settings; none is asked unless given.")
  var policy: String?
  @Argument(help: "The capacity in images.") var capacity = 1000

  func run() throws {
    let choice = try policy.map { try PolicyCatalog.builtIn.choose($0) }
    let start = CPUClock.nanoseconds()
    let tally = try Self.replay(trace, choice, capacity)
    let nanoseconds = CPUClock.nanoseconds() - start
    print(Int(nanoseconds), tally.requests, tally.misses)
  }

  private static func replay(
    _ trace: String, _ choice: Choice<PolicyDescriptor>?, _ capacity: Int
  ) throws -> Tally {
    var options = RequestOptions()
    options.includesSizes = false
    let log = try RequestFormatCatalog.builtIn.load(path: trace, options: options)
    guard let choice else {
      var tally = Tally()
      tally.requests = log.count
      return tally
    }
    let setup = PolicySetup(
      imageCount: log.imageCount, limits: CacheLimits(count: capacity),
      settings: choice.settings,
      nextUses: choice.entry.facts.needsFuture ? log.stream.nextUses() : [])
    return choice.entry.replay(log.parts(), setup)
  }
}
