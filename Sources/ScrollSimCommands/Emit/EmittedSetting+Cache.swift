import ScrollCaching
import ScrollCore
import ScrollSimulation

/// A cache for apps, set up.
extension EmittedSetting {
  /// The file of a cache with a policy of the catalog.
  var cacheCode: EmittedCode {
    var code = EmittedCode(importing: ["ImageMemoryCache", "UIKit"])
    addCache(to: &code)
    return code
  }

  /// Adds the lines that make the cache, with the policy by its name, or a score by its type.
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
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
