import ScrollCaching
import ScrollCore

/// A script of an app's operations on a library's cache, with their expected results.
///
///     a:4  a      store a at cost 4, at cost 1     a:4x   ... which is refused
///     ?a  !a      look a up: a hit, a miss         -a     remove it
///     ^a  _a      pin, unpin: a view holds it      n=3  c=10  set a limit
///     +1000       milliseconds pass                normal  warning  critical  background
///     a:4>b,c     ... and b leaves, then c (replaced and removed values are not named)
///
/// Names are images in order of their first appearance.
struct LibraryScript {
  private(set) var names: [String] = []
  private let words: [Substring]

  struct Outcome {
    /// The words with another result than they state.
    var surprises: [String] = []
    /// The removals that the cache itself made.
    var evictions: [Removal] = []
    var residents: [String] = []
  }

  private static let signals = ["normal", "warning", "critical", "background"]

  init(_ text: String) {
    words = text.split { $0 == " " || $0 == "\n" }
    for word in words {
      let body = word.prefix { $0 != ">" }
      guard !body.contains("="), !Self.signals.contains(String(body)), body.first != "+" else {
        continue
      }
      let name = String(body.drop { "?!-^_".contains($0) }.prefix { $0 != ":" })
      if !names.contains(name) { names.append(name) }
    }
  }

  func setup(count: Int? = nil, cost: Int? = nil) -> PolicySetup {
    PolicySetup(imageCount: names.count, limits: CacheLimits(cost: cost, count: count))
  }

  /// Makes the cache and plays every word.
  func play(
    count: Int? = nil, cost: Int? = nil, _ makeCache: (PolicySetup) -> any CacheModel
  ) -> Outcome {
    let setup = setup(count: count, cost: cost)
    let cache = makeCache(setup)
    var (limits, time, outcome) = (setup.limits, SimTime.zero, Outcome())
    for word in words {
      let parts = word.split(separator: ">")
      let isAsExpected = play(parts[0], in: cache, &limits, &time)
      var left: [String] = []
      cache.drainRemovals { removal in
        guard removal.reason != .replaced, removal.reason != .removed else { return }
        outcome.evictions.append(removal)
        left.append(names[Int(removal.image.index)])
      }
      let expected = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []
      if !isAsExpected { outcome.surprises.append("\(word): the contrary") }
      if left != expected { outcome.surprises.append("\(word): \(left)") }
    }
    outcome.residents = cache.residents(among: names.count).map { names[Int($0.index)] }
    return outcome
  }

  private func play(
    _ word: Substring, in cache: any CacheModel, _ limits: inout CacheLimits, _ time: inout SimTime
  ) -> Bool {
    let image = ImageID(
      names.firstIndex { $0 == word.drop { "?!-^_".contains($0) }.prefix { $0 != ":" } } ?? 0)
    switch word.first {
    case "?": return cache.lookup(Request(image: image, cost: 0, time: time))
    case "!": return !cache.lookup(Request(image: image, cost: 0, time: time))
    case "-": cache.remove(image, because: .removed)
    case "^": cache.pin(image)
    case "_": cache.unpin(image)
    case "+":
      time += SimTime(milliseconds: Double(word.dropFirst()) ?? 0)
      cache.timePassed(to: time)
    default: return change(word, image, in: cache, &limits, time)
    }
    return true
  }

  private func change(
    _ word: Substring, _ image: ImageID, in cache: any CacheModel, _ limits: inout CacheLimits,
    _ time: SimTime
  ) -> Bool {
    switch word {
    case "normal": cache.pressureChanged(to: .normal, at: time)
    case "warning": cache.pressureChanged(to: .warning, at: time)
    case "critical": cache.pressureChanged(to: .critical, at: time)
    case "background": cache.didEnterBackground(at: time)
    case _ where word.contains("="):
      let limit = Int(word.dropFirst(2))
      if word.hasPrefix("n=") { limits.count = limit } else { limits.cost = limit }
      cache.setLimits(limits)
    default:
      let figure = word.split(separator: ":").dropFirst().first ?? "1"
      let cost = Int(figure.prefix { $0 != "x" }) ?? 0
      let outcome = cache.store(Request(image: image, cost: cost, time: time), as: .viewed)
      return (outcome == .refused) == figure.hasSuffix("x")
    }
    return true
  }
}
