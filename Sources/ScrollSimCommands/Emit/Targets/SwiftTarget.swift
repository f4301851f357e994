import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

extension EmitTarget {
  /// `ImageMemoryCache`, a cache for apps, with the chosen policy.
  ///
  /// For a score the file also contains the formula as a policy for ScrollCaching.
  static let swift = EmitTarget(
    "swift", "ImageMemoryCache with a policy, and a score as a policy.", loaders: ["cached"],
    isAnyLoader: true, ownPolicy: "lru", keeps: { _ in true }, isPolicy: true,
    problem: { setting in
      guard let policy = setting.policy else {
        return "--for swift sets a cache up, and there is none; expected a loader with a cache"
      }
      return policy.entry.reasonAgainstReuse(policy.settings).map {
        "--for swift: \($0); expected a policy that a cache in an app can have"
      }
    }
  ) { target, setting in
    var file = EmittedFile(
      target, setting, imports: ["import ImageMemoryCache", "import UIKit"],
      summary: "The cache of images that was simulated: call `FeedCache.configure()` when the app "
        + "starts.")
    file.addImageMemoryCache()
    let window = file.addWindow { !$0.isFollowing }
    file.add(.loadingByApp, in: window)
    if let score = setting.score {
      file.add(import: "import ScrollCaching")
      file.add(import: "import ScrollCore")
      file.add(declaration: ScoreCode(score, name: setting.typeName).lines)
    }
    file.need("Needs scrollsim \(ScrollSim.version) or later, with its product ImageMemoryCache.")
    file.note(
      "The app loads the images. Loader '\(setting.loader.label)' was simulated: it says how they "
        + "are read, decoded and cancelled.")
    return file
  }
}

extension EmittedFile {
  /// Adds the cache.
  ///
  /// The cache is created with the name of its policy, or for a score with the type of the policy.
  fileprivate mutating func addImageMemoryCache() {
    guard let policy = setting.policy else { return }
    let isScore = setting.score != nil
    var limit = ".none"
    switch setting.budget {
    case .none: break
    case .screens:
      lacks("a budget of \(setting.budget), which depends on the screen")
      keepNoBudget()
    case .bytes(let size): limit = ".bytes(\(add(constant: "costLimit", language.bytes(size))))"
    case .share(let share, let most):
      limit = ".shareOfMemory(\(add(constant: "memoryShare", "\(share)"))"
      if let most {
        limit += ", atMost: .bytes(\(add(constant: "costLimitAtMost", language.bytes(most))))"
      }
      limit += ")"
    }
    if limit == ".none" { limit = ".bytes(\(add(constant: "costLimit", language.unlimited)))" }
    let type = setting.typeName.type
    var lines = ["/// The images by their addresses."]
    lines.append(
      "static let images: "
        + (isScore
          ? "PolicyMemoryCache<URL, UIImage, \(type)>" : "ImageMemoryCache<URL, UIImage>") + " = {")
    lines.append("  var options = CacheOptions<URL, UIImage>()")
    if policy.entry.followsViewport(policy.settings) {
      lines.append(
        "  // Call place(_:at:) for every item, and setVisibleRange(lower:upper:) in every frame.")
      lines.append("  options.reportsPositions = true")
    }
    lines.append("  options.keepsWeakReferences = true")
    if isScore {
      lines.append("  return PolicyMemoryCache(")
      lines.append("    costLimit: \(limit), cost: { $0.decodedBytes }, options: options")
      lines.append("  ) { \(type)($0) }")
    } else {
      add(constant: "policy", Self.quoted(policy.label))
      lines.append("  do {")
      lines.append("    return try ImageMemoryCache(")
      lines.append("      policy: policy, costLimit: \(limit), cost: { $0.decodedBytes },")
      lines.append("      options: options)")
      lines.append("  } catch { fatalError(\"\\(error)\") }")
    }
    lines.append("}()")
    add(member: lines)
    configure([
      "// The cache is created here; it follows memory warnings and the background by itself.",
      "_ = images",
    ])
    add(declaration: [
      "extension UIImage {", "  /// Bytes of the bitmap in memory.",
      "  var decodedBytes: Int { cgImage.map { $0.bytesPerRow * $0.height } ?? 1 }", "}",
    ])
  }

  private static func quoted(_ text: String) -> String {
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

extension EmittedSetting {
  /// The settings of the policy `score`; `nil` for another policy.
  var score: SettingValues? {
    guard let policy, policy.entry.name == "score" else { return nil }
    return policy.settings
  }

  /// Returns a sentence that recommends `--for swift` if the policy is a formula, which the target
  /// cannot express; `nil` if the target can.
  func hint(for target: EmitTarget) -> String? {
    guard let policy, score != nil, !target.isPolicy else { return nil }
    return "No library can be told this rule; `scrollsim emit --for swift --policy "
      + "'\(policy.text)'` writes it as a policy for ScrollCaching."
  }
}
