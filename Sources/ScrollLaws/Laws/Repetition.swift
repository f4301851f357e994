import ScrollCaching
import ScrollCore

extension Law {
  /// The law that the same calls give the same answers.
  static let determinism = Law(
    "determinism", "The same calls with the same seed have the same answers.",
    of: "every policy and model"
  ) { trial in
    let again = trial.replay(trial.recording.setup)
    return Verdict(
      trial.recording.difference(from: again, "the first run", "the second"),
      exercised: trial.hits)
  }

  /// The law that the fast cache gives the same answers as the auditing cache.
  static let strictCache = Law(
    "strict-cache", "The fast cache around a policy keeps its contract.",
    of: "every policy", where: { $0.makePolicy != nil }
  ) { trial in
    // The fast cache would trap at a fault.
    guard trial.recording.fault == nil else { return .idle }
    let setup = trial.recording.setup
    let fast = trial.recording.replayed(on: trial.descriptor.makeModel(setup), setup)
    return Verdict(
      trial.recording.difference(from: fast, "the contract", "the cache"), exercised: trial.evicts)
  }

  /// The law that the setting `prefetchedCountsAs` has no effect without prefetches.
  static let prefetchStanding = Law(
    "prefetch-standing", "Without prefetches both values of 'prefetchedCountsAs' do the same.",
    of: "all with the setting 'prefetchedCountsAs'",
    where: { descriptor in
      // If a choice sets the treatment, there is only one.
      !descriptor.chosen.contains { $0.name == "prefetchedCountsAs" }
        && descriptor.settings.contains { $0.name == "prefetchedCountsAs" }
    }
  ) { trial in
    let readings = ["viewed", "unseen"].map { value in
      var script = trial.script
      script.settings.removeAll { $0.name == "prefetchedCountsAs" }
      script.settings.append(ScriptSetting(name: "prefetchedCountsAs", value: value))
      return trial.replay(trial.subject.setup(script)) { verb in
        guard case .store(let request, .prefetched) = verb else { return verb }
        return .store(request, .viewed)
      }
    }
    return Verdict(
      readings[0].difference(from: readings[1], "'viewed'", "'unseen'"), exercised: trial.evicts)
  }

  /// The law that a whole replay in one call has the same misses as a separate call for each step.
  static let replayAgrees = Law(
    "replay", "A replay counts the misses that the cache has step by step.",
    of: "every policy and model", on: .stream
  ) { trial in
    guard trial.recording.fault == nil else { return .idle }
    let misses = trial.subject.misses(trial.stream, count: trial.capacity)
    let expected = trial.recording.misses
    return Verdict(
      misses == expected
        ? nil : "\(misses) misses are counted, step by step there are \(expected)",
      exercised: trial.hits)
  }

  /// The law that a policy gives the same answers as another implementation of it.
  static let reference = Law(
    "reference", "It answers like the reference, eviction for eviction.",
    of: "a policy that is given a reference"
  ) { trial in
    guard let reference = trial.subject.reference else { return .idle }
    let other = Subject(descriptor: reference)
    let script = trial.subject.compared(trial.script)
    let trial = script == trial.script ? trial : Trial(trial.subject, script)
    let setup = other.setup(script)
    let its = trial.recording.replayed(on: other.cache(setup), setup)
    return Verdict(
      trial.recording.difference(from: its, "the policy", "the reference"),
      exercised: trial.evicts || trial.hits)
  }
}

extension Law {
  /// The law that a policy evicts the same images if ids are reused.
  ///
  /// An app that always gets new keys needs this.
  static let reuse = Law(
    "reuse", "With reused ids it evicts the same images as with an id for every image.",
    of: "policies that claim it", where: { $0.reusesIDs }
  ) { trial in
    guard trial.recording.fault == nil, let makePolicy = trial.descriptor.makePolicy else {
      return .idle
    }
    let setup = trial.recording.setup
    let cache = ReusingCache(setup) { AuditedCache(makePolicy($0), $0) }
    let its = trial.recording.replayed(on: cache, setup)
    return Verdict(
      trial.recording.difference(from: its, "an id for every image", "ids that are reused"),
      exercised: cache.reuses > 0)
  }
}
