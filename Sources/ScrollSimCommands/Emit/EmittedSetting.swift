import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A configuration of image loading to be written as code: loader, policy, budget, prefetcher.
///
/// All its sources (options, a stored run and a recommendation) give the same four texts.
struct EmittedSetting {
  let loader: Choice<LoaderDescriptor>
  /// The policy; `nil` if the loader has no cache.
  let policy: Choice<PolicyDescriptor>?
  /// The limit of the cache; a share is of the memory of the device that runs the code.
  let budget: OwnCache.Limit
  let prefetcher: Choice<PrefetcherDescriptor>
  /// The budget as given.
  let budgetText: String
  /// A Boolean value that indicates whether the budget was requested, or belongs to a run.
  var namesBudget = false
  /// The type name of a custom policy.
  var typeName = ScoreCodeName.standard
  /// A Boolean value that indicates whether the target library has the policy.
  var isKept = true

  /// Resolves the texts.
  /// - Parameters:
  ///   - loader: `NAME[:KEY=VALUE...]`.
  ///   - policy: `NAME[:KEY=VALUE...]`, or `own`.
  ///   - budget: A size, a share of memory, `none` or `own`.
  ///   - prefetcher: `NAME[:KEY=VALUE...]`; `nil` for the loader's own.
  ///   - file: The file that names the policy; `nil` for an option.
  /// - Throws: `CommandError` with status 64 for a value that does not exist or is several, and
  ///   with 65 for a policy of a file.
  init(
    loader: String, policy: String, budget: String, prefetcher: String?, of file: String? = nil
  ) throws(CommandError) {
    var overrides = try SettingOverrides(parsing: [])
    self.loader = try overrides.choose(
      loader, from: ScrollSim.catalogs.loaders, option: "--loader")
    let loading = self.loader.entry.loader(self.loader.settings)
    let catalog = ScrollSim.policies.withPrograms(
      .refused("policy 'exec' is a program, which no app can have; expected another policy"))
    let policies: [Choice<PolicyDescriptor>]
    do {
      policies = try overrides.chooseAll(
        [policy], own: self.loader.entry.ownPolicy, from: catalog, option: "--policy")
    } catch {
      guard let file else { throw error }
      throw CommandError(.badData, "'\(file)': field 'policy': \(error.sentence)")
    }
    guard policies.count == 1 else {
      throw .usage("--policy '\(policy)' names \(policies.count); expected one")
    }
    self.policy = loading.cache ? policies[0] : nil
    let limit = try Self.limit(budget, self.loader.entry)
    self.budget = limit
    budgetText =
      budget == SweepAxis.own ? "\(limit)" : ByteCount(parsing: budget)?.description ?? budget
    self.prefetcher = try overrides.choose(
      prefetcher ?? (loading.cache ? "\(loading.prefetcher)" : "none"),
      from: ScrollSim.catalogs.prefetchers, option: "--prefetch")
  }

  private static func limit(
    _ text: String, _ loader: LoaderDescriptor
  ) throws(CommandError) -> OwnCache.Limit {
    let list: BudgetList
    do { list = try BudgetList(parsing: text) } catch { throw .usage("--budget \(error)") }
    if let problem = list.missingUnit(below: smallImage) { throw .usage("--budget \(problem)") }
    let entries = list.entries
    guard entries.count == 1 else {
      throw .usage("--budget '\(text)' names \(entries.count); expected one")
    }
    return switch entries[0] {
    case .own: loader.ownCache?.limit ?? .bytes(ByteCount(64 << 20))
    case .none: .none
    case .size(let size): .bytes(size)
    case .share(let share): share.limit
    }
  }

  /// The size of the smallest image that is worth keeping: 64 pixels square.
  private static let smallImage = ByteCount(64 * 64 * 4)

  /// The settings of the policy that differ from its defaults, as Swift literals.
  var policySettings: [(name: String, value: String)] {
    policy.map { Self.changed($0) } ?? []
  }

  /// The settings of the loader that differ from its defaults, as Swift literals.
  var loaderSettings: [(name: String, value: String)] { Self.changed(loader) }

  private static func changed<Entry: CatalogEntry>(
    _ choice: Choice<Entry>
  ) -> [(name: String, value: String)] {
    zip(choice.entry.settings, choice.settings.pairs)
      .filter { setting, pair in
        Double(pair.value) != Double(setting.standard)
          || pair.value != setting.standard
            && Double(pair.value) == nil
      }
      .map { ($1.name, $0.domain.swiftLiteral($1.value)) }
  }
}

/// The code of a cache for apps.
extension EmittedSetting {
  /// The file of a cache with a policy of the catalog.
  var cacheCode: EmittedCode {
    var code = EmittedCode(importing: ["ImageMemoryCache", "UIKit"])
    addCache(to: &code)
    return code
  }

  /// Adds the lines that create the cache, with the policy by its name, or a score by its type.
  func addCache(to code: inout EmittedCode) {
    guard let policy else { return }
    let isSpatial = policy.entry.followsViewport(policy.settings)
    if code.hasLines { code.add("") }
    code.add("/// The images of the app; made once and shared.")
    code.add("func makeImageCache() throws -> \(cacheType) {")
    code.add("  var options = CacheOptions<URL, UIImage>()")
    if isSpatial {
      code.add("  // Call place(_:at:) for every item and viewportMoved(to:) in every frame.")
      code.add("  options.tellsPlaces = true")
    }
    code.add("  options.findsLiveObjects = true")
    if score == nil {
      code.add("  return try ImageMemoryCache(")
      code.add("    policy: CachePolicy(\(quoted(policy.text))), costLimit: \(costLimit),")
      code.add("    cost: { $0.decodedBytes }, options: options)")
    } else {
      code.add("  return PolicyMemoryCache(")
      code.add("    costLimit: \(costLimit), cost: { $0.decodedBytes }, options: options")
      code.add("  ) { \(typeName.type)($0) }")
    }
    code.add("}")
    code.add("")
    code.add("extension UIImage {")
    code.add("  /// Bytes of the bitmap in memory.")
    code.add("  var decodedBytes: Int { cgImage.map { $0.bytesPerRow * $0.height } ?? 1 }")
    code.add("}")
    if case .screens = budget {
      code.lacks("a budget of \(budget), which depends on the screen")
    }
  }

  private var cacheType: String {
    score == nil
      ? "ImageMemoryCache<URL, UIImage>" : "PolicyMemoryCache<URL, UIImage, \(typeName.type)>"
  }

  /// The budget as a `CostLimit`.
  private var costLimit: String {
    func bytes(_ size: ByteCount) -> String {
      let mebibyte = 1 << 20
      return size.bytes % mebibyte == 0 && size.bytes > 0
        ? ".mebibytes(\(size.bytes / mebibyte))" : ".bytes(\(size.bytes))"
    }
    switch budget {
    case .none, .screens: return ".none"
    case .bytes(let size): return bytes(size)
    case .share(let share, let most):
      return ".shareOfMemory(\(share)\(most.map { ", atMost: \(bytes($0))" } ?? ""))"
    }
  }

  private func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\\", "\"": "\\\(scalar)"
      case _ where scalar.isHidden: "\\u{\(String(scalar.value, radix: 16))}"
      default: String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }
}

extension Setting.Domain {
  /// Returns a setting's value as a Swift literal, which needs digits on both sides of a point.
  /// - Parameter text: The value as typed; it fits the domain.
  /// - Returns: the literal of the same value.
  func swiftLiteral(_ text: String) -> String {
    switch self {
    case .integer: return Int(text).map { "\($0)" } ?? text
    case .number:
      let isLiteral = text.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
      return isLiteral ? text : Double(text).map { "\($0)" } ?? text
    case .choice, .flag, .expression, .distance: return text
    }
  }
}
