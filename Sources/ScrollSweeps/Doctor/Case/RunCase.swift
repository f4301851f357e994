package import ScrollCaching
package import ScrollCore
package import ScrollDevice
package import ScrollSimulation
package import ScrollTraces

/// A run with everything that a what-if can change, and its command line.
package struct RunCase: Sendable {
  /// The path of the trace, as typed.
  package let path: String
  package let trace: ScrollTrace
  /// The layout that replaces the trace file's own layout; `nil` if none does.
  ///
  /// The trace already has this layout.
  let layout: String?
  /// Other renditions of the trace's images.
  ///
  /// The trace already has the renditions that the user requested, but not those of a what-if.
  package private(set) var renditions: Renditions?
  package let device: DeviceProfile, network: NetworkProfile
  /// The names of the device and the network as typed; a name may be the path of a file.
  let deviceText: String, networkText: String
  package var loader: Choice<LoaderDescriptor>
  package var prefetcher: Choice<PrefetcherDescriptor>
  /// The policy; `nil` for a loader without a cache.
  package var policy: Choice<PolicyDescriptor>?
  /// The budget; `nil` means no limit.
  package var budget: ByteCount?
  package let seed: UInt64
  /// A Boolean value that indicates whether the scenario must still replace the images by the
  /// renditions.
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

  /// The loader with its settings.
  var loading: Loader { loader.entry.loader(loader.settings) }

  /// Returns the bytes of images that were downloaded, or read from flash if nothing is downloaded.
  package func fetched(_ report: RunReport) -> ByteCount {
    scenario.downloads ? report.work.bytesDownloaded : report.work.bytesRead
  }

  /// Returns the run with other renditions of its images.
  ///
  /// A side or format that `other` does not set stays as the user requested it.
  func showing(_ other: Renditions) -> RunCase {
    var changed = self
    changed.renditions = Renditions(
      side: other.side ?? renditions?.side, format: other.format ?? renditions?.format,
      keepsQuality: other.format == nil
        ? renditions?.keepsQuality ?? false : other.keepsQuality)
    changed.changesImages = true
    return changed
  }

  /// The scenario to simulate.
  ///
  /// - Complexity: O(images) with other renditions, otherwise O(1).
  package var scenario: Scenario {
    var scenario = Scenario(
      trace, device: device, network: network, loader: loading,
      prefetcher: prefetcher.entry.prefetcher(prefetcher.settings))
    if changesImages, let renditions { scenario.images = renditions.applied(to: scenario.images) }
    return scenario
  }
}

extension RunCase {
  /// The arguments of `scrollsim` that make this run.
  ///
  /// They are the command, the trace and every option that differs from its default.
  package var arguments: [String] {
    var arguments = ["run", path]
    for option in RunOption.allCases {
      if let text = text(of: option) { arguments += [option.name, text] }
    }
    return arguments
  }

  /// The command line, quoted for a shell.
  package var commandLine: String { Self.commandLine(arguments) }

  /// The command line of `scrollsim doctor` for this run, quoted for a shell.
  package var doctorLine: String { Self.commandLine(["doctor"] + arguments.dropFirst()) }

  /// Returns the command line of `scrollsim advise` for the present settings in a source file, quoted
  /// for a shell.
  /// - Parameters:
  ///   - library: The library of the settings.
  ///   - file: The path of the source file.
  ///   - limits: The limits to keep.
  /// - Returns: The command line.
  package func adviceLine(for library: String, now file: String, limits: [Limit]) -> String {
    var arguments = ["advise", path, "--for", library, "--now", file]
    for option in [RunOption.layout, .device, .network] {
      if let text = text(of: option) { arguments += [option.name, text] }
    }
    for limit in limits { arguments += ["--limit", "\(limit)"] }
    return Self.commandLine(arguments)
  }

  private static func commandLine(_ arguments: [String]) -> String {
    (["scrollsim"] + arguments).map(ShellWord.quoted).joined(separator: " ")
  }

  /// Returns the options of this run that differ from those of another, as typed on a command line.
  package func options(unlike other: RunCase) -> String {
    RunOption.allCases.compactMap { option in
      guard let text = text(of: option), text != other.text(of: option) else { return nil }
      return "\(option.name) \(ShellWord.quoted(text))"
    }.joined(separator: " ")
  }

  /// Returns the value of an option; `nil` if the option can be omitted.
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

/// An option of a run, in the order in which commands list them.
private enum RunOption: String, CaseIterable {
  case device, network, loader, prefetch, policy, budget, layout, renditions, seed

  var name: String { "--\(rawValue)" }
}

/// A word of a command line.
package enum ShellWord {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+%@")

  /// Returns the word, in single quotes if a shell would interpret it otherwise.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.allSatisfy({ plain.contains($0) }) { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
