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

  /// Whether the policy has the settings of a script.
  func check(settingsOf script: Script) throws(SettingError) {
    _ = try SettingValues(
      script.settings.map { ($0.name, $0.value) }, for: descriptor.settings, of: descriptor.name)
  }

  /// Those that the policy has: a reference may have fewer.
  private func settings(_ script: Script) -> SettingValues {
    let known = descriptor.settings
    let given = script.settings.filter { setting in known.contains { $0.name == setting.name } }
    let checked = try? SettingValues(
      given.map { ($0.name, $0.value) }, for: known, of: descriptor.name)
    return checked ?? standardSettings
  }

  private var standardSettings: SettingValues {
    (try? SettingValues([], for: descriptor.settings, of: descriptor.name)) ?? SettingValues()
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
      script, on: cache(setup), setup, zeroIsNoLimit: descriptor.facts.zeroIsNoLimit)
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
