import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollReports
import ScrollSimulation
import ScrollTraces

/// What the documents of commands that run have in common.
enum RunDocument {
  /// What stands before the runs of `run`.
  struct Head: Encodable {
    let scrollsim = ScrollSim.version
    let modelVersion = ModelVersion.current
    /// Of an average image; null where memory cannot be paged out.
    @OrNull var pagingDecision: Paging?

    init(_ scenario: Scenario) { pagingDecision = scenario.pagingDecision.map(Paging.init) }
  }

  struct Trace: Encodable {
    let path: String, title: String, kind: String, provenance: String, digest: String
    let durationSeconds: Double
    let items: Int, images: Int

    init(_ path: String, _ trace: ScrollTrace) {
      self.path = path
      title = trace.header.title
      kind = trace.header.kind.rawValue
      provenance = trace.header.provenance
      digest = trace.digest
      durationSeconds = trace.duration.seconds
      items = trace.placement.count
      images = trace.catalogue.images.count
    }
  }

  /// What it costs to page a bitmap out and in, and to purge it and load its image again.
  struct Paging: Encodable {
    let pageMilliseconds: Double, purgeMilliseconds: Double
    let cheaper: String

    init(_ decision: PagingDecision) {
      pageMilliseconds = decision.paging.milliseconds
      purgeMilliseconds = decision.reloading.milliseconds
      cheaper = decision.choice.rawValue
    }
  }

  /// Something chosen by name, with every setting.
  struct Named: Encodable {
    let name: String
    let settings: [String: String]

    init(_ name: String, settings: [String: String]) {
      self.name = name
      self.settings = settings
    }

    init<Entry: CatalogEntry>(_ choice: Choice<Entry>) {
      self.init(
        choice.entry.name,
        settings: Dictionary(
          choice.settings.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 }))
    }
  }

  struct Killed: Encodable {
    let atMilliseconds: Double
    let reason: String
  }
}
