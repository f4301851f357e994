import ScrollCaching

/// The verbs of an eviction policy.
extension ScoreCode {
  /// A function, on one line where it does nothing.
  static func block(_ head: String, _ body: [String]) -> [String] {
    body.isEmpty ? ["\(head) {}"] : ["\(head) {"] + body.map { "  \($0)" } + ["}"]
  }

  /// A verb that may be left out.
  static func optional(_ head: String, _ body: [String]) -> [String] {
    body.isEmpty ? [] : block(head, body)
  }

  /// The moment becomes that of a request or a frame.
  private func clock(_ time: String) -> [String] {
    hasClock ? ["now = max(now, \(time))"] : []
  }

  private func counting(_ line: String) -> [String] { asks(.uses) ? ["useCounts.\(line)"] : [] }

  /// Where the viewport and the items are, and how memory is.
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

  /// What was asked for.
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

  /// The choice of a victim.
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

  /// What came and went.
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
