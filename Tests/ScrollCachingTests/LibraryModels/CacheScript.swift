import ScrollCaching
import ScrollCore

/// A script of an app's operations on a cache, with the removals that the delegate must receive.
///
///     a:4      store a at cost 4          n=3, c=10   set the count or cost limit
///     ?a  -a   look a up, remove it       !warning  !critical  !normal  !background
///     -*       remove everything          +1000   wait that many milliseconds
///     a:4>b,c  ... and b leaves, then c   ^a  _a   pin, unpin
///
/// Names are images in order of their first appearance.
struct CacheScript {
  private(set) var names: [String] = []
  private let words: [Substring]

  init(_ text: String) {
    words = text.split { $0 == " " || $0 == "\n" }
    for word in words {
      let body = word.prefix { $0 != ">" }
      let name = body.drop { "?-^_".contains($0) }.prefix { $0 != ":" }
      let names = !body.contains("=") && !"+!*".contains(name.first ?? "*")
      if names, !self.names.contains(String(name)) { self.names.append(String(name)) }
    }
  }

  /// The result of a played script.
  struct Outcome {
    /// The words after which the delegate received other removals than the word states.
    var surprises: [String] = []
    var removals: [Removal] = []
    var hits: [Bool] = []
    /// The names of the residents, sorted.
    var residents: [String] = []
    /// The cost at which each name was stored last.
    var costs: [String: Int] = [:]

  }

  func image(_ name: some StringProtocol) -> ImageID {
    ImageID(names.firstIndex { $0 == name } ?? 0)
  }

  /// Makes the cache and plays every word.
  func play(
    count: Int = 0, cost: Int = 0, _ makeCache: (PolicySetup) -> any CacheModel
  ) -> Outcome {
    let cache = makeCache(setup(count: count, cost: cost))
    return play(count: count, cost: cost, in: cache)
  }

  func setup(count: Int = 0, cost: Int = 0) -> PolicySetup {
    PolicySetup(imageCount: names.count, limits: CacheLimits(cost: cost, count: count))
  }

  /// Plays every word in a cache that has these limits.
  func play(count: Int, cost: Int, in cache: any CacheModel) -> Outcome {
    var outcome = Outcome()
    var limits = CacheLimits(cost: cost, count: count)
    var time = SimTime.zero
    for word in words {
      let parts = word.split(separator: ">")
      let body = parts[0]
      switch body.first {
      case "?":
        let request = Request(image: image(body.dropFirst()), cost: 0, time: time)
        outcome.hits.append(cache.lookup(request))
      case "-" where body == "-*": cache.removeAll(because: .removed)
      case "-": cache.remove(image(body.dropFirst()), because: .removed)
      case "^": cache.pin(image(body.dropFirst()))
      case "_": cache.unpin(image(body.dropFirst()))
      case "+": time += SimTime(milliseconds: Double(body.dropFirst()) ?? 0)
      case "!": Self.signal(body.dropFirst(), cache, time)
      case "n" where body.hasPrefix("n="):
        limits.count = Int(body.dropFirst(2))
        cache.setLimits(limits)
      case "c" where body.hasPrefix("c="):
        limits.cost = Int(body.dropFirst(2))
        cache.setLimits(limits)
      default:
        let sides = body.split(separator: ":")
        let cost = sides.count > 1 ? Int(sides[1]) ?? 0 : 0
        outcome.costs[String(sides[0])] = cost
        _ = cache.store(Request(image: image(sides[0]), cost: cost, time: time), as: .viewed)
      }
      var told: [String] = []
      cache.drainRemovals { removal in
        outcome.removals.append(removal)
        if removal.notifiesDelegate { told.append(names[Int(removal.image.index)]) }
      }
      let expected = parts.count > 1 ? parts[1].split(separator: ",").map(String.init) : []
      if told != expected { outcome.surprises.append("\(word): \(told)") }
    }
    outcome.residents = cache.residents(among: names.count).map { names[Int($0.index)] }.sorted()
    return outcome
  }

  private static func signal(_ name: Substring, _ cache: any CacheModel, _ time: SimTime) {
    switch name {
    case "background": cache.didEnterBackground(at: time)
    case "critical": cache.pressureChanged(to: .critical, at: time)
    case "warning": cache.pressureChanged(to: .warning, at: time)
    default: cache.pressureChanged(to: .normal, at: time)
    }
  }
}
