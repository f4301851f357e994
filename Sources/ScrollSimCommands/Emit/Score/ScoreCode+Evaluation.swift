import ScrollCaching

/// The formulas as functions.
extension ScoreCode {
  /// The score of a resident.
  var evaluation: [String] {
    let record = "let record = records[Int(image.index)]"
    return ["/// How much a resident is to leave."]
      + Self.block(
        "private func score(of image: ImageID) -> Double", body(of: score, record: [record]))
  }

  /// Whether a newcomer enters.
  var admission: [String] {
    guard let admit else { return [] }
    let verb = "public mutating func shouldStore(_ request: Request, as admission: Admission)"
    let function = "private func worth(of request: Request, as admission: Admission) -> Double"
    let image = Self.readsImage(admit) ? ["let image = request.image"] : []
    return Self.apart([
      Self.block("\(verb) -> Bool", ["!(worth(of: request, as: admission) <= 0)"]),
      ["/// How much a newcomer is to be stored: its figures are those of a store now."]
        + Self.block(function, body(of: admit, after: image, record: newRecord)),
    ])
  }

  /// The lines of a function that returns the value of a formula.
  /// - Parameters:
  ///   - tree: the formula.
  ///   - start: lines before all others.
  ///   - record: lines that make `record` that of the image.
  /// - Returns: the figures by their names, the parts of the formula, and its value.
  private func body(
    of tree: ScoreTree, after start: [String] = [], record: [String]
  ) -> [String] {
    let asked = ScoreVariable.allCases.filter { tree.variables.contains($0) }
    var lines = start
    if asked.contains(where: Self.readsRecord) { lines += record }
    if asked.contains(where: Self.readsNearest) {
      lines.append("let nearest = nearestItem(showing: image)")
    }
    lines += asked.map { "let \($0.rawValue): Double = \(Self.figure($0))" }
    let arithmetic = ScoreArithmetic(tree)
    lines += arithmetic.parts
    return lines + [lines.isEmpty ? arithmetic.value : "return \(arithmetic.value)"]
  }

  private static func readsRecord(_ variable: ScoreVariable) -> Bool {
    switch variable {
    case .age, .idle, .hits, .viewed, .prefetched, .bytes, .cost: true
    default: false
    }
  }

  private static func readsNearest(_ variable: ScoreVariable) -> Bool {
    switch variable {
    case .distance, .signedDistance, .gap, .visible: true
    default: false
    }
  }

  private static func readsImage(_ tree: ScoreTree) -> Bool {
    tree.variables.contains { figure($0).contains("image") || readsNearest($0) }
  }

  /// What a figure of `image` is, with its `record` and its `nearest` item.
  private static func figure(_ variable: ScoreVariable) -> String {
    switch variable {
    case .distance: "abs(nearest?.offset ?? -.infinity)"
    case .signedDistance: "nearest?.offset ?? -.infinity"
    case .gap: "self.gap(to: nearest?.item)"
    case .visible: "self.gap(to: nearest?.item) == 0 ? 1 : 0"
    case .velocity: "viewport.velocity * viewport.direction.sign"
    case .timeToVisible: "self.timeToVisible(of: image)"
    case .age: "elapsed(since: record.stored)"
    case .idle: "elapsed(since: record.used)"
    case .hits: "Double(record.hits)"
    case .uses: "Double(useCounts[image])"
    case .viewed: "record.isViewed ? 1 : 0"
    case .prefetched: "record.isPrefetched ? 1 : 0"
    case .bytes: "Double(max(1, sizes.isEmpty ? record.cost : sizes[Int(image.index)]))"
    case .cost: "Double(record.cost)"
    case .decodeMs: "decodes.isEmpty ? 1 : max(0.1, decodes[Int(image.index)])"
    case .reloadMs: "reloads.isEmpty ? 1 : max(0.1, reloads[Int(image.index)])"
    case .pressure: "Double(level.rawValue)"
    }
  }
}
