import ScrollCaching
import ScrollCore

/// One script on which laws are checked, with the results that several laws share.
final class Trial {
  let subject: Subject
  let script: Script
  private(set) lazy var recording = subject.play(script)
  private(set) lazy var stream = script.requestStream(countingItems: true)

  init(_ subject: Subject, _ script: Script) {
    self.subject = subject
    self.script = script
    subject.watch?.begin(script)
  }

  var descriptor: PolicyDescriptor { subject.descriptor }
  /// The limit on the number of images; 0 if there is none.
  var capacity: Int { script.limits.count ?? 0 }
  /// A Boolean value that indicates whether any look-up hit.
  var hits: Bool { recording.steps.contains { $0.hit == true } }
  /// A Boolean value that indicates whether any image was evicted.
  var evicts: Bool { recording.steps.contains { $0.removals.contains(where: \.isEviction) } }
  /// A Boolean value that indicates whether any image was refused.
  var refuses: Bool { recording.steps.contains { $0.outcome == .refused } }

  /// Plays the same script with another limit on the number of images.
  func play(capacity: Int) -> Recording {
    guard capacity != self.capacity else { return recording }
    var script = script
    script.limits = CacheLimits(count: capacity)
    return subject.play(script)
  }

  /// Repeats the calls on a new cache with another set-up, after an optional first call.
  func replay(
    _ setup: PolicySetup, after first: Verb? = nil, changing change: (Verb) -> Verb = { $0 }
  ) -> Recording {
    recording.replayed(on: subject.cache(setup), setup, after: first, changing: change)
  }
}

extension Recording {
  var misses: Int { steps.count { $0.hit == false } }
}

/// The policy or model that is checked.
struct Subject: Sendable {
  let descriptor: PolicyDescriptor
  /// The policy that must give the same answers, with the same evictions; `nil` if there is none.
  var reference: PolicyDescriptor?
  /// The watch that detects a case that does not end; `nil` for none.
  var watch: CaseWatch?

  /// The name of the policy, with the settings that were chosen.
  var name: String {
    descriptor.chosen.reduce(descriptor.name) { "\($0):\($1.name)=\($1.value)" }
  }

  /// Returns the set-up of a script for the policy.
  func setup(_ script: Script) -> PolicySetup {
    var setup = PolicySetup(
      imageCount: script.imageCount, limits: script.limits, settings: settings(script),
      seed: script.seed, placement: script.placement,
      reloadMilliseconds: script.reloads.map(Double.init), direction: script.direction,
      clock: script.suits(.stream) ? .requests : .simulation)
    let most = setup.settings.pairs.first { $0.name == "countLimit" }.flatMap { Int($0.value) }
    if let most, most > 0 { setup.limits.count = min(most, setup.limits.count ?? .max) }
    if descriptor.facts.needsFuture {
      setup.nextUses = script.requestStream(countingItems: false).nextUses()
    }
    return setup
  }

  /// Throws an error if the policy does not have the settings of a script, or the settings for
  /// which the reference applies.
  func check(settingsOf script: Script? = nil) throws(SettingError) {
    let given = script?.settings.map { ($0.name, $0.value) } ?? []
    _ = try SettingValues(given, for: descriptor.settings, of: descriptor.name)
    _ = try SettingValues(
      stated?.map { ($0.name, $0.value) } ?? [], for: descriptor.settings, of: descriptor.name)
  }

  /// The settings of the policy for which the reference applies; `nil` if it applies for all
  /// settings.
  private var stated: [ScriptSetting]? {
    reference?.comparedAt?.sorted { $0.key < $1.key }.map {
      ScriptSetting(name: $0.key, value: $0.value)
    }
  }

  /// Returns the script with the settings for which the reference applies.
  ///
  /// On this script the policy is compared with the reference.
  func compared(_ script: Script) -> Script {
    guard let stated else { return script }
    var script = script
    script.settings = stated
    return script
  }

  /// Returns the settings of a script that the policy has, together with the settings that were
  /// chosen with its name.
  ///
  /// A reference may have fewer settings than the script.
  private func settings(_ script: Script) -> SettingValues {
    let known = descriptor.settings
    let given = script.settings.filter { setting in
      known.contains { $0.name == setting.name }
        && !descriptor.chosen.contains { $0.name == setting.name }
    }
    let checked = try? SettingValues(
      given.map { ($0.name, $0.value) } + descriptor.chosen, for: known, of: descriptor.name)
    return checked ?? standardSettings
  }

  private var standardSettings: SettingValues {
    (try? SettingValues(descriptor.chosen, for: descriptor.settings, of: descriptor.name))
      ?? SettingValues()
  }

  /// Creates a new cache: an auditing cache for a policy, or the model itself.
  func cache(_ setup: PolicySetup) -> any CacheModel {
    guard let makePolicy = descriptor.makePolicy else { return descriptor.makeModel(setup) }
    return AuditedCache(makePolicy(setup), setup)
  }

  /// Plays a script on a new cache.
  func play(_ script: Script) -> Recording {
    let setup = setup(script)
    return Player.play(
      script, on: cache(setup), setup, zeroIsNoLimit: descriptor.facts.zeroIsNoLimit, watch: watch)
  }

  /// Returns the number of misses in a new replay of images of equal size.
  func misses(_ stream: RequestStream, count capacity: Int) -> Int {
    var setup = PolicySetup(
      imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
      settings: standardSettings)
    if descriptor.facts.needsFuture { setup.nextUses = stream.nextUses() }
    return descriptor.stepwiseReplay(stream, setup).misses
  }
}
