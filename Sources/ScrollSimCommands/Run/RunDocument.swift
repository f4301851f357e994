import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollRunStories
import ScrollSimulation
import ScrollTraces

/// Runs as one JSON document: figures unrounded, the whole configuration with them.
struct RunDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let trace: Trace
  let device: Device
  let network: Device
  let loader: Named
  let prefetcher: String
  let layout: String
  /// Of an average image; null where memory cannot be paged out.
  @OrNull var pagingDecision: Paging?
  let runs: [Run]

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

  struct Device: Encodable {
    let name: String
    /// The names of figures that nobody has measured.
    let estimates: [String]
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

    init<Entry: CatalogEntry>(_ choice: Choice<Entry>) {
      name = choice.entry.name
      settings = Dictionary(
        choice.settings.pairs.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    }
  }

  struct Run: Encodable {
    @OrNull var policy: Named?
    @OrNull var budgetBytes: Int?
    let seed: UInt64
    let figures: RunFigures
    /// Only where it was asked for: the key is missing otherwise.
    var regret: RunRegret?
  }

  init(
    trace: Trace, device: DeviceProfile, network: NetworkProfile,
    loader: Choice<LoaderDescriptor>,
    prefetcher: Prefetcher, layout: Layout, pagingDecision: PagingDecision?, rows: [RunRow]
  ) {
    self.trace = trace
    self.device = Device(
      name: device.name, estimates: device.figures.filter(\.isEstimate).map(\.name))
    self.network = Device(
      name: network.name, estimates: network.figures.filter(\.isEstimate).map(\.name))
    self.loader = Named(loader)
    self.prefetcher = prefetcher.description
    self.layout = layout.description
    self.pagingDecision = pagingDecision.map(Paging.init)
    runs = rows.map {
      Run(
        policy: $0.policy.map { Named($0) }, budgetBytes: $0.budget?.bytes, seed: $0.seed,
        figures: RunFigures($0.report), regret: $0.regret)
    }
  }
}
