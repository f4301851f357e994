import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

// The objects that the documents of several commands share.

extension RunDocument {
  /// The facts that all runs of `run` share.
  struct Head: Encodable {
    let scrollsim = ScrollSim.version
    let modelVersion = ModelVersion.current
    let trace: Trace
    let estimates: Estimates
    /// The costs of paging an average image; null if the device cannot page memory out.
    @OrNull var pagingDecision: Paging?
    /// The error bands, if they were requested.
    let band: RunBandDocument?

    init(_ asked: RunRequest, _ bands: RunBandText? = nil) {
      band = bands?.document
      trace = Trace(asked.path, asked.trace)
      estimates = Estimates(asked.scenario)
      pagingDecision = asked.scenario.pagingDecision.map(Paging.init)
    }
  }

  struct Trace: Encodable {
    let path: String, title: String, kind: String, provenance: String, digest: String
    let durationSeconds: Double
    let samples: Int, items: Int, images: Int

    init(_ path: String, _ trace: ScrollTrace) {
      self.path = path
      title = trace.header.title
      kind = trace.header.kind.rawValue
      provenance = trace.header.provenance
      digest = trace.digest
      durationSeconds = trace.duration.seconds
      samples = trace.motion.times.count
      items = trace.placement.count
      images = trace.catalog.images.count
    }
  }

  /// The names of the figures that are estimates, not measured.
  struct Estimates: Encodable {
    let device: [String], network: [String]

    init(_ scenario: Scenario) {
      func names(_ figures: [DeviceProfile.Figure]) -> [String] {
        figures.filter { $0.isEstimate }.map { $0.name }
      }
      device = names(scenario.device.figures)
      network = names(scenario.network.figures)
    }
  }

  /// The costs of paging a bitmap out and in, and of purging it and loading its image again.
  struct Paging: Encodable {
    let pageMilliseconds: Double, purgeMilliseconds: Double
    let cheaper: String

    init(_ decision: PagingDecision) {
      pageMilliseconds = decision.paging.milliseconds
      purgeMilliseconds = decision.reloading.milliseconds
      cheaper = decision.choice.rawValue
    }
  }
}

extension RunDocument.Named {
  init<Entry: CatalogEntry>(_ choice: Choice<Entry>) {
    self.init(
      choice.entry.name,
      settings: Dictionary(
        choice.settings.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
  }
}

extension RunReport.Death {
  /// The time and reason of the kill, such as `killed at 78.2 s: its footprint reached the app
  /// limit`.
  var text: String { "killed at \(NumberText.fixed(time.seconds, decimals: 1)) s: \(reason)" }
}

extension RunDocument.Killed {
  init(_ death: RunReport.Death) {
    self.init(atMilliseconds: death.time.milliseconds, reason: "\(death.reason)")
  }
}
