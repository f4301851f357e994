import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

/// A run as a line of text.
///
/// It has a session, catalog, events, device, network, loader, prefetcher (`own` is the loader's),
/// policy, budget and seed, with `|` between them.
struct DrawnRun {
  private let scenario: Scenario
  private let policy: Choice<PolicyDescriptor>, budget: ByteCount, seed: UInt64

  init(_ text: String) throws {
    let fields = text.split(separator: "|").map { field in
      field.split(separator: " ").joined(separator: " ")
    }
    try #require(fields.count == 10, "\(text)")
    let loader = try Catalog<LoaderDescriptor>.builtIn.choose(fields[5])
    let prefetcher =
      fields[6] == "own" ? nil : try Catalog<PrefetcherDescriptor>.builtIn.choose(fields[6])
    scenario = Scenario(
      try Self.trace(fields[0], recipe: fields[1], events: fields[2]),
      device: try DeviceCatalog.builtIn.choose(fields[3]).entry,
      network: try NetworkCatalog.builtIn.choose(fields[4]).entry,
      loader: loader.entry.loader(loader.settings),
      prefetcher: prefetcher.map { $0.entry.prefetcher($0.settings) })
    policy = try PolicyCatalog.builtIn.choose(fields[7])
    budget = try #require(ByteCount(parsing: fields[8]))
    seed = try #require(UInt64(fields[9]))
  }

  /// Returns a trace from a session as `browsing seed=1 8s grid 390x844 forward normal`, a recipe
  /// for its images, and events as `3000 rotate; 4000 background`, or `-`.
  private static func trace(
    _ session: String, recipe: String, events: String
  ) throws -> ScrollTrace {
    let words = session.split(separator: " ").map { String($0) }
    let sides = words[4].split(separator: "x").compactMap { Double($0) }
    let generator = SessionGenerator(
      style: try #require(SessionStyle(rawValue: words[0])),
      seed: try #require(UInt64(words[1].dropFirst("seed=".count))),
      duration: SimTime(seconds: try #require(Double(words[2].dropLast()))))
    let trace = try generator.trace(
      of: CatalogRecipe(parsing: recipe), on: Layout(parsing: words[3]),
      in: ViewportSize(width: sides[0], height: sides[1]),
      direction: words[5] == "forward" ? .forward : .backward,
      rate: try #require(DecelerationRate(rawValue: words[6])))
    guard events != "-" else { return trace }
    // A generator makes no events, so they are written into the trace's file.
    var text = String(decoding: TraceFile.bytes(of: trace), as: UTF8.self).dropLast("end\n".count)
    text += "\n[events]\ntime_ms,event\n"
    for event in events.split(separator: ";") {
      let parts = event.split(separator: " ", maxSplits: 1)
      text += "\(parts[0]),\(parts[1])\n"
    }
    return try TraceFile.parse(Array((text + "end\n").utf8), file: "events")
  }

  /// Returns sixteen digits of the SHA-256 of figures' values and of their parts.
  func digest(of figures: [Figure]) -> String {
    let report = PreparedScenario(scenario).run(policy, budget: budget, seed: seed)
    var values = figures.map { "\($0.value(of: report))" }
    values += report.parts
    values.append(report.death.map { "\($0.time.nanoseconds) \($0.reason)" } ?? "-")
    return String(SHA256(of: Array(values.joined(separator: "\n").utf8)).hex.prefix(16))
  }
}

extension RunReport {
  /// The parts of figures, by name.
  ///
  /// A part that is zero is left out, so that a new part changes only runs in which it occurs.
  fileprivate var parts: [String] {
    var parts = AbsenceReason.allCases.map { ("\($0)", Int64(stalls.absences(because: $0))) }
    parts += WaitTimes.Kind.allCases.map { ("wait \($0)", stalls.waits[$0]) }
    parts += hitches.causes.parts.map { ("cause \($0.name)", $0.nanoseconds) }
    parts += RemovalReason.allCases.map { ("\($0) removal", Int64(cache.removals(because: $0))) }
    parts += work.laneBusy.enumerated().map { ("lane \($0.offset)", $0.element.nanoseconds) }
    return parts.filter { $0.1 != 0 }.map { "\($0.0) \($0.1)" }
  }
}
