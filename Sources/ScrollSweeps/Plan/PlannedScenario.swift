import Foundation
package import ScrollCaching
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

extension Choice {
  /// The name and all settings, with numbers in canonical spelling: equal choices have equal texts.
  ///
  /// Run keys are computed from this text, so its format never changes. The text omits a setting
  /// that was added later (`Setting.later`) if it is at its default.
  var canonical: String {
    keyedSettings.reduce(entry.name) { "\($0)\n  \($1.name)=\($1.value)" }
  }

  /// The choice in its input format: the name, and the settings that differ from their defaults.
  package var label: String {
    let expression = entry.expression
    return canonicalSettings.reduce(entry.name) { text, pair in
      if pair.setting.name == expression { return "\(text): \(pair.value)" }
      return pair.setting.isStandard(pair.value)
        ? text : "\(text):\(pair.setting.name)=\(pair.setting.domain.short(pair.value))"
    }
  }

  /// The settings of the canonical text as a JSON object of strings, its keys sorted.
  var settingsText: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let settings = Dictionary(
      keyedSettings.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    // Encoding a dictionary of strings cannot fail.
    return (try? encoder.encode(settings)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  private var keyedSettings: [(name: String, value: String)] {
    canonicalSettings.filter { !$0.setting.isLater || !$0.setting.isStandard($0.value) }
      .map { ($0.setting.name, $0.value) }
  }

  private var canonicalSettings: [(setting: Setting, value: String)] {
    zip(entry.settings, settings.pairs).map { setting, pair in
      (setting, setting.domain.canonical(pair.value))
    }
  }
}

extension Setting {
  /// Returns a Boolean value that indicates whether a value in canonical spelling is the default.
  fileprivate func isStandard(_ value: String) -> Bool { domain.canonical(standard) == value }
}

extension Setting.Domain {
  /// Returns a value in canonical spelling: `2.0` for `2` and `2e0`.
  func canonical(_ value: String) -> String {
    switch self {
    case .number: Double(value).map { "\($0)" } ?? value
    case .distance:
      switch ScreenDistance(value) {
      case .screens(let screens)?: "\(screens)"
      case .points(let points)?: "\(points)pt"
      case nil: value
      }
    case .integer: Int(value).map { "\($0)" } ?? value
    case .choice, .flag, .expression: value
    }
  }

  /// Returns a value in canonical spelling as a user would type it: `2` for `2.0` if it is a
  /// number.
  fileprivate func short(_ value: String) -> String {
    switch self {
    case .number: value.hasSuffix(".0") ? String(value.dropLast(2)) : value
    case .distance: ScreenDistance(value).map { "\($0)" } ?? value
    case .integer, .choice, .flag, .expression: value
    }
  }
}

extension Choice where Entry == PolicyDescriptor {
  /// The text about a policy in the keys of runs.
  ///
  /// It has the name, the settings, and the version unless that is the first. For a policy that is
  /// not built in, it also has a digest of the behavior (`PolicyBehavior`), so that runs are made
  /// again when only the rule of the policy has changed. The behavior of a built-in policy is part
  /// of the model's version. A policy that decides outside of this program states its version
  /// itself.
  var keyText: String {
    if let stated = entry.facts.statedVersion {
      return canonical + "\n  states \(stated(settings) ?? "no version")"
    }
    let version = entry.facts.version == 1 ? "" : "\n  version \(entry.facts.version)"
    return canonical + version
      + (isBuiltIn ? "" : "\n  behavior \(PolicyBehavior.digest(of: self))")
  }

  /// A Boolean value that indicates whether the policy is built in.
  var isBuiltIn: Bool { entry.isBuiltIn }
}

extension PolicyDescriptor {
  /// Returns a Boolean value that indicates whether a store may keep the runs of the policy;
  /// `false` if the policy is a program that states no version.
  package func mayBeStored(_ settings: SettingValues) -> Bool {
    facts.statedVersion.map { $0(settings) != nil } ?? true
  }
}
