import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces

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
