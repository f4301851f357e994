import ScrollCaching

/// The state of the policy.
extension ScoreCode {
  /// A property of the policy.
  struct Property {
    let summary: String, declaration: String, initial: String

    /// Creates a property.
    /// - Parameters:
    ///   - declaration: The declaration, such as `var now: SimTime`.
    ///   - initial: An expression over `setup`.
    ///   - summary: A sentence.
    init(_ declaration: String, _ initial: String, _ summary: String) {
      self.declaration = declaration
      self.initial = initial
      self.summary = summary
    }

    /// The name with its initial value.
    var assignment: String {
      let name = declaration.drop { $0 != " " }.dropFirst().prefix { $0 != ":" }
      return "\(name) = \(initial)"
    }
  }

  /// A Boolean value that indicates whether the formulas depend on time.
  var hasClock: Bool { asks(.age, .idle) }
  /// A Boolean value that indicates whether the formulas depend on the places of items.
  var hasPlaces: Bool { asks(.distance, .signedDistance, .gap, .visible) }
  /// A Boolean value that indicates whether the formulas depend on the viewport's place or
  /// movement.
  var hasViewport: Bool { hasPlaces || asks(.velocity) }
  /// A Boolean value that indicates whether the formulas depend on the load times of images.
  var hasLoads: Bool { asks(.decodeMs, .reloadMs) }
  /// A Boolean value that indicates whether the formulas look up items.
  var hasPlacement: Bool { hasPlaces || asks(.timeToVisible) }

  /// The properties that the formulas need.
  private var properties: [Property] {
    let all: [(isNeeded: Bool, property: Property)] = [
      (true, .residents), (hasRecords, .records), (hasClock, .now), (hasClock, .unit),
      (asks(.bytes), .sizes), (hasLoads, .imageCount), (asks(.decodeMs), .decodes),
      (asks(.reloadMs), .reloads), (hasPlacement, .placement), (hasPlacement, .places),
      (hasViewport, .viewport), (asks(.timeToVisible), .arrivals),
      (asks(.uses), .useCounts), (asks(.pressure), .level),
    ]
    return all.filter { $0.isNeeded }.map { $0.property }
  }

  /// The declarations of the properties.
  var state: [String] {
    properties.flatMap { ["/// \($0.summary)", "private \($0.declaration)"] }
  }

  /// The code of the initializer.
  var start: [String] {
    ["public init(_ setup: PolicySetup) {"] + properties.map { "  \($0.assignment)" } + ["}"]
  }
}

extension ScoreCode.Property {
  fileprivate static let residents = Self(
    "var residents: ItemList", "ItemList(imageCount: setup.imageCount)",
    "In the order of storing.")
  fileprivate static let records = Self(
    "var records: [Record]", "Array(repeating: Record(), count: setup.imageCount)", "By image.")
  fileprivate static let now = Self(
    "var now: SimTime", ".zero", "The latest moment that was told.")
  fileprivate static let unit = Self(
    "let unit: Double", "setup.clock == .requests ? 1 : 1e9",
    "Nanoseconds that count as 1: those of a second, in a replay of a request.")
  fileprivate static let sizes = Self(
    "let sizes: [Int]", "setup.bytes",
    "Bytes in memory by image; none where they are what an image is charged.")
  fileprivate static let decodes = Self(
    "var decodes: [Double]", "setup.decodeMilliseconds",
    "Milliseconds by image; none where all take 1.")
  fileprivate static let reloads = Self(
    "var reloads: [Double]", "setup.reloadMilliseconds",
    "Milliseconds by image; none where all take 1.")
  fileprivate static let placement = Self(
    "var placement: ItemPlacement",
    "setup.placement ?? ItemPlacement(line: setup.reusesIDs ? 0 : setup.imageCount)",
    "The positions of the items.")
  fileprivate static let places = Self(
    "var places: [[Range<Double>]]",
    "setup.reusesIDs ? Array(repeating: [], count: setup.imageCount) : []",
    "The positions of the items of images, if they are reported image by image; otherwise none.")
  fileprivate static let imageCount = Self(
    "var imageCount: Int", "setup.imageCount", "Images are below it.")
  fileprivate static let viewport = Self(
    "var viewport: Viewport", "Viewport(lower: 0, upper: 0, direction: setup.direction)",
    "That of the last frame.")
  fileprivate static let arrivals = Self(
    "var arrivals: Arrivals", "Arrivals(setup)", "When items will be visible.")
  fileprivate static let useCounts = Self(
    "var useCounts: UseCounts", "UseCounts(imageCount: setup.imageCount)",
    "The number of requests for each image.")
  fileprivate static let level = Self(
    "var level: PressureLevel", ".normal", "The system's memory pressure.")
}

/// The methods of an eviction policy.
extension ScoreCode {
  /// Returns the code of a function, on one line if it is empty.
  static func block(_ head: String, _ body: [String]) -> [String] {
    body.isEmpty ? ["\(head) {}"] : ["\(head) {"] + body.map { "  \($0)" } + ["}"]
  }

  /// Returns the code of a method; nothing if it would be empty.
  static func optional(_ head: String, _ body: [String]) -> [String] {
    body.isEmpty ? [] : block(head, body)
  }

  /// Returns the line that advances the clock to the time of a request or a frame.
  private func clock(_ time: String) -> [String] {
    hasClock ? ["now = max(now, \(time))"] : []
  }

  private func counting(_ line: String) -> [String] { asks(.uses) ? ["useCounts.\(line)"] : [] }

  /// The methods that receive the viewport, the items and the memory pressure.
  var surroundings: [String] {
    var moved: [String] = []
    if hasViewport { moved.append("self.viewport = viewport") }
    if asks(.timeToVisible) { moved.append("arrivals.follow(viewport)") }
    moved += clock("viewport.time")
    var placed: [String] = []
    if hasPlacement { placed.append("self.placement = placement") }
    if asks(.timeToVisible) { placed.append("arrivals.contentEnds(at: placement.extent)") }
    let level = asks(.pressure) ? ["self.level = level"] : []
    let isSpatial = hasViewport || hasPlacement
    return Self.apart([
      (isSpatial ? ["public static var isSpatial: Bool { true }"] : [])
        + (hasClock ? ["public static var readsTime: Bool { true }"] : []),
      Self.optional("public mutating func viewportMoved(to viewport: Viewport)", moved),
      Self.optional("public mutating func placementChanged(to placement: ItemPlacement)", placed),
      Self.optional("public mutating func pressureChanged(to level: PressureLevel)", level),
    ])
  }

  /// The methods that receive requests.
  var requests: [String] {
    let now = clock("request.time")
    let record = "records[Int(request.image.index)]"
    var found = now
    if asks(.idle) { found.append("\(record).used = now") }
    if asks(.hits) { found.append("\(record).hits += 1") }
    if asks(.viewed) { found.append("\(record).isViewed = true") }
    found += counting("found(request.image)")
    let missed = now + counting("missed(request.image)")
    return Self.apart([
      Self.block("public mutating func didHit(_ request: Request)", found),
      Self.optional("public mutating func didMiss(_ request: Request)", missed),
      Self.optional("public mutating func willStore(_ request: Request)", now),
    ])
  }

  /// The code that chooses a victim.
  var eviction: [String] {
    let leaves = ["residents.remove(victim)"] + counting("left(victim)")
    return Self.block(
      "public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID?",
      [
        "var victim: ImageID?",
        "var highest = -Double.infinity",
        "var candidate = residents.oldest()",
        "while let image = candidate {",
        "  candidate = residents.newer(than: image)",
        "  if pins.contains(image) { continue }",
        "  let score = self.score(of: image)",
        "  let rank = score.isNaN ? -Double.infinity : score",
        "  if victim == nil || rank > highest {",
        "    victim = image",
        "    highest = rank",
        "  }",
        "}",
      ] + Self.block("if let victim", leaves) + ["return victim"])
  }

  /// The methods that receive stored and removed images.
  var changes: [String] {
    var stored = clock("request.time")
    if hasRecords { stored += newRecord + ["records[Int(request.image.index)] = record"] }
    stored += counting("stored(request.image)") + ["residents.append(request.image)"]
    let removed = ["residents.remove(image)"] + counting("left(image)")
    return Self.apart([
      Self.block(
        "public mutating func didInsert(_ request: Request, as admission: Admission)", stored),
      Self.block("public mutating func didRemove(_ image: ImageID)", removed),
    ])
  }
}
