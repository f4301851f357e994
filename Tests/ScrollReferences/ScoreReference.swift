import ScrollCaching
import ScrollCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `score`: works the formula out from the text, for every resident at every eviction.
///
/// Nothing is compiled: a formula is cut at its last sign that binds least, and both sides are
/// worked out by themselves.
struct ScoreReference: EvictionPolicy {
  private struct Resident {
    var image: ImageID
    var stored: SimTime, used: SimTime
    var hits = 0
    var cost: Int
    var admission: Admission
  }

  private let setup: PolicySetup
  private var placement: ItemPlacement
  private let text: String
  private var scene: SpatialReference.Scene
  private var viewport: Viewport { scene.viewport }
  private var now = SimTime.zero
  /// In order of storing.
  private var residents: [Resident] = []

  init(_ setup: PolicySetup) {
    self.setup = setup
    placement = setup.placement ?? ItemPlacement(line: setup.imageCount)
    text = setup.settings["expression"].filter { $0 != " " }
    scene = SpatialReference.Scene(
      viewport: Viewport(lower: 0, upper: 0, direction: setup.direction),
      contentEnd: placement.extent)
  }

  static let descriptor = PolicyDescriptor.reference(of: "score") { ScoreReference($0) }
  static var isSpatial: Bool { true }

  mutating func didHit(_ request: Request) {
    now = max(now, request.time)
    for index in residents.indices where residents[index].image == request.image {
      residents[index].hits += 1
      residents[index].used = now
    }
  }

  mutating func didMiss(_ request: Request) { now = max(now, request.time) }
  mutating func willStore(_ request: Request) { now = max(now, request.time) }

  mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    var found: (place: Int, score: Double)?
    for (place, resident) in residents.enumerated() where !pins.contains(resident.image) {
      var score = value(text[...], resident)
      if score.isNaN { score = -.infinity }
      if found.map({ score > $0.score }) ?? true { found = (place, score) }
    }
    return found.map { residents.remove(at: $0.place).image }
  }

  mutating func didInsert(_ request: Request, as admission: Admission) {
    now = max(now, request.time)
    residents.append(
      Resident(
        image: request.image, stored: now, used: now, cost: request.cost, admission: admission))
  }

  mutating func didRemove(_ image: ImageID) { residents.removeAll { $0.image == image } }

  mutating func viewportMoved(to viewport: Viewport) {
    scene.follow(viewport, setup.clock)
    now = max(now, viewport.time)
  }

  mutating func placementChanged(to placement: ItemPlacement) {
    self.placement = placement
    scene.contentEnd = placement.extent
  }

  private func value(_ text: Substring, _ resident: Resident) -> Double {
    if let number = Double(text) { return number }
    if let sign = lastSign(in: text, "+-") ?? lastSign(in: text, "*/") {
      let left = value(text[..<sign], resident)
      let right = value(text[text.index(after: sign)...], resident)
      return switch text[sign] {
      case "+": left + right
      case "-": left - right
      case "*": left * right
      default: left / right
      }
    }
    if text.first == "-" { return -value(text.dropFirst(), resident) }
    if let open = text.firstIndex(of: "(") {
      let inside = text[text.index(after: open)...].dropLast()
      let numbers = arguments(inside).map { value($0, resident) }
      return switch text[..<open] {
      case "": numbers[0]
      case "min": Swift.min(numbers[0], numbers[1])
      case "max": Swift.max(numbers[0], numbers[1])
      case "abs": abs(numbers[0])
      case "sqrt": sqrt(numbers[0])
      case "log": log(numbers[0])
      case "exp": exp(numbers[0])
      default: pow(numbers[0], numbers[1])
      }
    }
    return figure(String(text), resident)
  }

  /// The last of these signs that joins two values and stands in no parentheses.
  private func lastSign(in text: Substring, _ signs: String) -> Substring.Index? {
    var depth = 0
    for place in text.indices.reversed() {
      if text[place] == ")" { depth += 1 }
      if text[place] == "(" { depth -= 1 }
      guard depth == 0, signs.contains(text[place]), place > text.startIndex else { continue }
      let before = text[text.index(before: place)]
      let joins = before == ")" || before.isLetter || before.isNumber || before == "."
      if joins, !isExponent(text[..<place]) { return place }
    }
    return nil
  }

  /// Whether a text ends like the beginning of `1e-5`.
  private func isExponent(_ text: Substring) -> Bool {
    guard text.last == "e" || text.last == "E" else { return false }
    let digits = text.dropLast().reversed().prefix { $0.isNumber || $0 == "." }
    let rest = text.dropLast(digits.count + 1)
    return !digits.isEmpty && !(rest.last?.isLetter ?? false)
  }

  private func arguments(_ text: Substring) -> [Substring] {
    var depth = 0
    let comma = text.indices.first { place in
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" { depth -= 1 }
      return text[place] == "," && depth == 0
    }
    guard let comma else { return [text] }
    return [text[..<comma], text[text.index(after: comma)...]]
  }

  private func figure(_ name: String, _ resident: Resident) -> Double {
    let image = Int(resident.image.index)
    let ticks = setup.clock == .requests ? 1.0 : 1e9
    let (starts, ends) = (placement.starts, placement.ends)
    let sign = Double(viewport.direction.rawValue)
    let center = (viewport.lower + viewport.upper) / 2
    func ahead(_ item: Int) -> Double { ((starts[item] + ends[item]) / 2 - center) * sign }
    let items = placement.items(showing: resident.image).map { Int($0.index) }
    let nearest = items.max { one, other in
      abs(ahead(one)) != abs(ahead(other))
        ? abs(ahead(one)) > abs(ahead(other)) : ahead(one) < ahead(other)
    }
    let gap = nearest.map { max(0, starts[$0] - viewport.upper, viewport.lower - ends[$0]) }
    let loads = (setup.decodeMilliseconds, setup.reloadMilliseconds)
    switch name {
    case "distance": return nearest.map { abs(ahead($0)) } ?? .infinity
    case "signedDistance": return nearest.map(ahead) ?? -.infinity
    case "gap": return gap ?? .infinity
    case "visible": return gap == 0 ? 1 : 0
    case "velocity": return viewport.velocity * sign
    case "timeToVisible":
      return items.map { item in
        ArrivalReference.time(
          until: SpatialReference.Item(
            start: starts[item], end: ends[item], image: resident.image, cost: resident.cost),
          scene, setup)
      }.min() ?? .infinity
    case "age": return Double((now - resident.stored).nanoseconds) / ticks
    case "idle": return Double((now - resident.used).nanoseconds) / ticks
    case "hits": return Double(resident.hits)
    case "viewed": return resident.admission == .viewed || resident.hits > 0 ? 1 : 0
    case "prefetched": return resident.admission == .prefetched ? 1 : 0
    case "bytes": return Double(max(1, setup.bytes.isEmpty ? resident.cost : setup.bytes[image]))
    case "cost": return Double(resident.cost)
    case "decodeMs": return loads.0.isEmpty ? 1 : max(0.1, loads.0[image])
    case "reloadMs": return loads.1.isEmpty ? 1 : max(0.1, loads.1[image])
    default: preconditionFailure("'\(name)' is no variable")
    }
  }
}
