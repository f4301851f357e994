import ScrollCore
import ScrollSweeps

/// Where the setting comes from.
extension EmitCommand {
  /// Whether the argument is a store, not a certificate, which ends in `.json`.
  var isOfStore: Bool { store.map { !$0.hasSuffix(".json") } ?? false }

  /// That of a store, of a certificate or of the options.
  func setting(for target: EmitTarget) throws -> FoundSetting {
    guard let store else { return try typed(for: target) }
    return isOfStore ? try stored(store) : try certified(by: store, for: target)
  }

  /// Refuses options that are of other targets.
  func refuseOptions(ofOthersThan target: EmitTarget) throws(CommandError) {
    guard target.isPolicy else {
      guard name == nil else {
        throw .usage("--name is of a policy; expected it with --for swift")
      }
      return
    }
    for (option, value) in [("--loader", loader), ("--prefetch", prefetch)] where value != nil {
      throw .usage("\(option) is of a library; expected --for swift without it")
    }
  }

  private var optionsOfStores: [(option: String, value: String?)] {
    [
      ("--run", runKey), ("--sweep", sweep), ("--device", device), ("--network", network),
      ("--baseline", baseline),
    ]
  }

  private func typed(
    for target: EmitTarget
  ) throws(CommandError) -> FoundSetting {
    for (option, value) in optionsOfStores where value != nil {
      throw .usage("\(option) is of a store; expected one before it")
    }
    let setting = try EmittedSetting(
      loader: loader ?? target.loader, policy: policy ?? SweepAxis.own,
      budget: budget ?? SweepAxis.own, prefetcher: prefetch)
    return FoundSetting(setting, source: "scrollsim \(ScrollSim.version)")
  }

  private func certified(
    by path: String, for target: EmitTarget
  ) throws(CommandError) -> FoundSetting {
    let options = optionsOfStores + [("--policy", policy)]
    for (option, value) in options where value != nil {
      throw .usage("\(option) is not of a certificate; expected '\(path)' without it")
    }
    let certificate = try EmittedCertificate(path)
    let setting = try EmittedSetting(
      loader: loader ?? target.loader, policy: certificate.policy,
      budget: budget ?? SweepAxis.own, prefetcher: prefetch)
    return FoundSetting(setting, source: "found by '\(path)', \(certificate.standing)")
  }

  private func stored(_ path: String) throws -> FoundSetting {
    let options = [
      ("--loader", loader), ("--policy", policy), ("--budget", budget), ("--prefetch", prefetch),
    ]
    for (option, value) in options where value != nil {
      throw CommandError.usage("\(option) is what a store says; expected it without '\(path)'")
    }
    let results = try SweepInput.openMade(path)
    defer { try? results.close() }
    let asked = try SweepChoice(results, called: path).sweep(sweep)
    let found = StoredSettings(results, asked, called: path)
    if let runKey {
      for (option, value) in [
        ("--device", device), ("--network", network), ("--baseline", baseline),
      ] where value != nil {
        throw CommandError.usage(
          "\(option) chooses a recommendation; expected it without --run")
      }
      return try found.run(runKey)
    }
    return try found.recommended(
      on: device, over: network, baseline: baseline, materiality.materiality)
  }
}
