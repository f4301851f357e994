import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// Invented stalls of what-ifs, for rules that use only stalls.
struct InventedWhatIfs {
  private let run: RunCase
  /// The stall of the run that the what-ifs change, in seconds.
  let stall: Double

  init(stall: Double) throws {
    self.stall = stall
    let content = try TraceContent(
      header: TraceHeader(
        title: "", provenance: "", kind: .synthetic,
        viewport: ViewportSize(width: 100, height: 200),
        layout: try Layout(parsing: "list:height=50")),
      catalog: TraceCatalog(listing: ImageCatalog([ImageCatalog.Entry(width: 10, height: 10)])))
    let motion = ScrollMotion(
      times: [.zero, SimTime(seconds: 60)], offsets: [0, 0], phases: [.idle, .idle])
    run = RunCase(
      path: "made.scroll",
      trace: try ScrollTrace(content: content, movement: .samples(motion)), layout: nil,
      renditions: nil, device: try DeviceCatalog.builtIn.choose("iphone-8").entry,
      deviceText: "iphone-8", network: .ideal, networkText: "ideal",
      loader: try Catalog<LoaderDescriptor>.builtIn.choose("cached"),
      prefetcher: try Catalog<PrefetcherDescriptor>.builtIn.choose("none"),
      policy: try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(1 << 20), seed: 0)
  }

  /// Returns a what-if with this stall in seconds, perhaps with a cache above its budget.
  func leaving(
    _ seconds: Double, _ subject: Trial.Subject, isOverBudget: Bool = false,
    faultsBefore: RunFaults = []
  ) -> WhatIf {
    var report = RunReport()
    report.stalls.seconds = seconds
    report.duration = SimTime(seconds: 60)
    if isOverBudget { report.cache.secondsOverLimit = 60 }
    let rule = ChoiceRule()
    return WhatIf(
      trial: Trial(subject, "made up", run), report: report, savedSeconds: stall - seconds,
      isMaterial: abs(stall - seconds) >= stall / 100,
      candidate: rule.candidate(
        [RunJudge(on: run.device, by: rule).session(report)], changes: 1),
      faultsBefore: faultsBefore)
  }
}
