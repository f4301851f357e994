package import ScrollCore
package import ScrollDevice
import ScrollLayout
package import ScrollSimulation
package import ScrollTraces

/// Everything about a run except its cache, prepared on demand.
package final class PlannedScenario: Sendable {
  package let trace: ScrollTrace
  package let device: DeviceProfile
  package let network: NetworkProfile
  package let start: SessionStart
  package let loader: Choice<LoaderDescriptor>
  package let prefetcher: Choice<PrefetcherDescriptor>
  /// The record of the scenario in the store.
  package let record: ScenarioRecord

  init(
    _ trace: TraceOnLayout, device: DeviceProfile, network: NetworkProfile,
    start: SessionStart = .cold, loader: Choice<LoaderDescriptor>,
    prefetcher: Choice<PrefetcherDescriptor>
  ) {
    self.trace = trace.trace
    self.device = device
    self.network = network
    self.start = start
    self.loader = loader
    self.prefetcher = prefetcher
    let deviceRecord = ProfileRecord(device)
    let networkRecord = ProfileRecord(network)
    let prefetching = "\(prefetcher.entry.prefetcher(prefetcher.settings))"
    let key = ContentKey(
      of: """
        trace \(trace.record.digest)
        layout \(trace.layout)
        device \(deviceRecord.digest)
        network \(networkRecord.digest)
        loader \(loader.canonical)
        prefetcher \(prefetching)
        """ + (start == .cold ? "" : "\nstart \(start)"))
    record = ScenarioRecord(
      key: key, trace: trace.record, layout: trace.layout, device: deviceRecord,
      network: networkRecord, loader: loader.label, loaderSettings: loader.settingsText,
      prefetcher: prefetching, start: "\(start)")
  }

  /// The scenario.
  package var scenario: Scenario {
    var scenario = Scenario(
      trace, device: device, network: network, loader: loader.entry.loader(loader.settings),
      prefetcher: prefetcher.entry.prefetcher(prefetcher.settings))
    scenario.start = start
    return scenario
  }

  /// The reason why the loader cannot show the trace's images, or why the device has no figures for
  /// them, as a sentence; `nil` if there is none.
  var objection: String? {
    let (loading, images) = (loader.entry.loader(loader.settings), trace.catalog.images)
    if let objection = loading.objection(to: images) {
      return "\(record.trace.path): loader '\(loader.text)' \(objection)"
    }
    return loading.objection(to: images, on: device).map { "\(record.trace.path): \($0)" }
  }

  /// The number of the display's frames in one run, as a measure of its work.
  package var weight: Double {
    let sessions = start == .cold ? 1.0 : 2
    return max(1, sessions * trace.duration.seconds * Double(device.refreshRate))
  }
}

/// A trace with the layout that some runs use: its own, or another.
struct TraceOnLayout: Sendable {
  let trace: ScrollTrace
  let record: TraceRecord
  /// The layout with every setting.
  var layout: String { "\(trace.header.layout)" }
}

extension ProfileRecord {
  init(_ device: DeviceProfile) {
    self.init(
      .device, name: device.name, summary: device.summary, figures: device.figures)
    refreshRate = Int(device.refreshRate)
    memoryBytes = device.memory.total.bytes
  }

  init(_ network: NetworkProfile) {
    self.init(
      .network, name: network.name, summary: network.summary, figures: network.figures)
  }

  private init(
    _ kind: Kind, name: String, summary: String, figures: [DeviceProfile.Figure]
  ) {
    let lines = figures.map { "\($0.name) \($0.text)" }
    self.init(
      digest: ContentKey(of: "\(kind) \(name)\n" + lines.joined(separator: "\n")), kind: kind,
      name: name, summary: summary, figures: figures.count,
      estimates: figures.filter(\.isEstimate).count)
  }
}

extension TraceRecord {
  init(_ trace: ScrollTrace, path: String) {
    self.init(
      digest: trace.digest, path: TraceName.recordPath(path), title: trace.header.title,
      kind: trace.header.kind.rawValue, provenance: trace.header.provenance,
      durationSeconds: trace.duration.seconds, items: trace.placement.count,
      images: trace.catalog.images.count, gestures: GestureSketch(of: trace.motion))
  }
}

extension Scenario {
  /// Creates the scenario of a trace on a device.
  package init(
    _ trace: ScrollTrace, device: DeviceProfile, network: NetworkProfile = .ideal,
    loader: Loader, prefetcher: Prefetcher? = nil
  ) {
    let layout = trace.header.layout
    self.init(
      images: trace.catalog.images, placement: trace.placement,
      laterEpochs: Array(trace.epochs.dropFirst()), motion: trace.motion, events: trace.events,
      viewportExtent: trace.viewportLength,
      viewportBreadth: layout.breadth(of: trace.header.viewport),
      direction: trace.header.direction, decelerationRate: trace.header.decelerationRate,
      device: device, network: network, loader: loader, prefetcher: prefetcher)
  }
}
