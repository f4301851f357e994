import ScrollCaching
import ScrollCore

/// One script on which laws are checked: what several laws need is made once.
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
  /// Room for so many equal items.
  var capacity: Int { script.limits.count ?? 0 }
  /// Whether anything was ever found.
  var hits: Bool { recording.steps.contains { $0.hit == true } }
  /// Whether anything was ever evicted.
  var evicts: Bool { recording.steps.contains { $0.removals.contains(where: \.isEviction) } }
  /// Whether anything was ever refused.
  var refuses: Bool { recording.steps.contains { $0.outcome == .refused } }

  /// The same script with room for other numbers of items.
  func play(capacity: Int) -> Recording {
    guard capacity != self.capacity else { return recording }
    var script = script
    script.limits = CacheLimits(count: capacity)
    return subject.play(script)
  }

  /// A new cache with another set-up, given the same calls, after one of its own.
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
  /// What it must do, eviction for eviction, where that is known.
  var reference: PolicyDescriptor?
  /// The watch that notices a case without an end; nil for none.
  var watch: CaseWatch?

  /// The name of the policy, with the settings that were chosen.
  var name: String {
    descriptor.chosen.reduce(descriptor.name) { "\($0):\($1.name)=\($1.value)" }
  }

  /// The world of a script as the policy gets it.
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

  /// Checks the settings of a script, and those at which a reference holds.
  func check(settingsOf script: Script? = nil) throws(SettingError) {
    let given = script?.settings.map { ($0.name, $0.value) } ?? []
    _ = try SettingValues(given, for: descriptor.settings, of: descriptor.name)
    _ = try SettingValues(
      stated?.map { ($0.name, $0.value) } ?? [], for: descriptor.settings, of: descriptor.name)
  }

  /// The settings of the policy at which the reference holds; nil where it holds at all.
  private var stated: [ScriptSetting]? {
    reference?.comparedAt?.sorted { $0.key < $1.key }.map {
      ScriptSetting(name: $0.key, value: $0.value)
    }
  }

  /// The script on which the policy is compared with its reference: at the stated settings.
  func compared(_ script: Script) -> Script {
    guard let stated else { return script }
    var script = script
    script.settings = stated
    return script
  }

  /// The settings that the policy has, a reference may have fewer, and those that were chosen.
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

  /// A new cache: policies in the suspicious one, models as they are.
  func cache(_ setup: PolicySetup) -> any CacheModel {
    guard let makePolicy = descriptor.makePolicy else { return descriptor.makeModel(setup) }
    return AuditedCache(makePolicy(setup), setup)
  }

  /// What a script does on a new cache.
  func play(_ script: Script) -> Recording {
    let setup = setup(script)
    return Player.play(
      script, on: cache(setup), setup, zeroIsNoLimit: descriptor.facts.zeroIsNoLimit, watch: watch)
  }

  /// The misses of a fresh replay of equal items, or nil if the policy is not asked so.
  func misses(_ stream: RequestStream, count capacity: Int) -> Int {
    var setup = PolicySetup(
      imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
      settings: standardSettings)
    if descriptor.facts.needsFuture { setup.nextUses = stream.nextUses() }
    return descriptor.stepwiseReplay(stream, setup).misses
  }
}
