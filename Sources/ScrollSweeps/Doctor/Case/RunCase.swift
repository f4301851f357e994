package import ScrollCaching
package import ScrollCore
package import ScrollDevice
package import ScrollSimulation
package import ScrollTraces

/// One run: everything that a what-if may change, and how one types it.
package struct RunCase: Sendable {
  /// As named.
  package let path: String
  package let trace: ScrollTrace
  /// Another layout than the file's, which the trace has already; nil for its own.
  package let layout: String?
  /// Other files of its images.
  ///
  /// Those that the user asked for are in the trace already; what a what-if changes is not.
  package private(set) var renditions: Renditions?
  package let device: DeviceProfile, network: NetworkProfile
  /// The names of the two as typed, which may be files.
  package let deviceText: String, networkText: String
  package var loader: Choice<LoaderDescriptor>
  package var prefetcher: Choice<PrefetcherDescriptor>
  /// Nil for a loader without a cache.
  package var policy: Choice<PolicyDescriptor>?
  /// Nil is no limit.
  package var budget: ByteCount?
  package let seed: UInt64
  /// Whether the images are yet to be replaced by the renditions.
  private var changesImages = false

  package init(
    path: String, trace: ScrollTrace, layout: String?, renditions: Renditions?,
    device: DeviceProfile, deviceText: String, network: NetworkProfile, networkText: String,
    loader: Choice<LoaderDescriptor>, prefetcher: Choice<PrefetcherDescriptor>,
    policy: Choice<PolicyDescriptor>?, budget: ByteCount?, seed: UInt64
  ) {
    self.path = path
    self.trace = trace
    self.layout = layout
    self.renditions = renditions
    self.device = device
    self.deviceText = deviceText
    self.network = network
    self.networkText = networkText
    self.loader = loader
    self.prefetcher = prefetcher
    self.policy = policy
    self.budget = budget
    self.seed = seed
  }

  /// The loader's settings at work.
  package var loading: Loader { loader.entry.loader(loader.settings) }

  /// In how many bytes images came: over the network, or from flash where nothing is downloaded.
  package func fetched(_ report: RunReport) -> ByteCount {
    scenario.downloads ? report.work.bytesDownloaded : report.work.bytesRead
  }

  /// The same with other files of its images; the side or the format that is not changed stays as
  /// the user asked for it.
  package func showing(_ other: Renditions) -> RunCase {
    var changed = self
    changed.renditions = Renditions(
      side: other.side ?? renditions?.side, format: other.format ?? renditions?.format)
    changed.changesImages = true
    return changed
  }

  /// What is simulated.
  ///
  /// - Complexity: O(images) with other files of them, else O(1).
  package var scenario: Scenario {
    var scenario = Scenario(
      trace, device: device, network: network, loader: loading,
      prefetcher: prefetcher.entry.prefetcher(prefetcher.settings))
    if changesImages, let renditions { scenario.images = renditions.applied(to: scenario.images) }
    return scenario
  }
}

extension RunCase {
  /// What `scrollsim` is told to make this run: the command, the trace and every option that says
  /// something else than the default.
  package var arguments: [String] {
    var arguments = ["run", path]
    for option in RunOption.allCases {
      if let text = text(of: option) { arguments += [option.name, text] }
    }
    return arguments
  }

  /// The command line, as one would paste it into a shell.
  package var commandLine: String {
    (["scrollsim"] + arguments).map(ShellWord.quoted).joined(separator: " ")
  }

  /// The options that this run has otherwise than another, as one types them.
  package func options(unlike other: RunCase) -> String {
    RunOption.allCases.compactMap { option in
      guard let text = text(of: option), text != other.text(of: option) else { return nil }
      return "\(option.name) \(ShellWord.quoted(text))"
    }.joined(separator: " ")
  }

  /// The value of an option; nil where it need not be given.
  private func text(of option: RunOption) -> String? {
    switch option {
    case .device: return deviceText
    case .network: return scenario.downloads ? networkText : nil
    case .loader: return loader.label
    case .prefetch: return loading.cache ? prefetcher.label : nil
    case .policy: return policy?.label
    case .budget: return policy == nil ? nil : budget.budgetText
    case .layout: return layout
    case .renditions: return renditions.map { "\($0)" }
    case .seed: return seed == 0 ? nil : "\(seed)"
    }
  }
}

/// An option of a run, in the order in which commands are written.
private enum RunOption: String, CaseIterable {
  case device, network, loader, prefetch, policy, budget, layout, renditions, seed

  var name: String { "--\(rawValue)" }
}

/// A word of a command line.
enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+%@")

  /// The word in single quotes where a shell would take it for something else.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy({ plain.contains($0) }) { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
