import ScrollCaching
import ScrollCore
import ScrollPages

/// A score as a Swift file: a policy that makes the same evictions.
///
/// The policy keeps only the data about images and the viewport that its formula uses. The file
/// uses public declarations of ScrollCaching and ScrollCore, and contains copies of the private
/// ones.
struct ScoreCode {
  let name: ScoreCodeName
  let score: ScoreTree
  /// The formula for admission: an image is stored if it is above 0; `nil` if every image is
  /// stored.
  let admit: ScoreTree?
  let constants: ScoreConstants
  /// The variables of both formulas.
  let variables: Set<ScoreVariable>

  /// Creates the code of a policy.
  /// - Parameters:
  ///   - settings: The settings of the policy `score`, which were checked before.
  ///   - name: The name of the new policy.
  init(_ settings: SettingValues, name: ScoreCodeName) {
    self.name = name
    score = Self.tree(settings["expression"])
    let admit = Self.tree(settings["admit"])
    if case .number(let number) = admit, number > 0 {
      self.admit = nil
    } else {
      self.admit = admit
    }
    var constants = ScoreConstants()
    for constant in ScoreConstant.allCases {
      constants[constant] = settings.number(constant.rawValue)
    }
    self.constants = constants
    variables = score.variables.union(self.admit?.variables ?? [])
  }

  private static func tree(_ text: String) -> ScoreTree {
    // The setting was checked when it was read.
    guard let tree = try? ScoreTree(parsing: text) else {
      preconditionFailure("'\(text)' is no formula")
    }
    return tree
  }

  /// Returns a Boolean value that indicates whether a formula uses any of these variables.
  func asks(_ any: ScoreVariable...) -> Bool { any.contains { variables.contains($0) } }

  /// The lines of the file that follow its imports.
  var lines: [String] {
    let members = [
      namedConstants, record, state, start, surroundings, requests, admission, eviction, changes,
      reuse, evaluation, figures,
    ]
    let policy =
      documentation + ["public struct \(name.type): EvictionPolicy, ~Copyable {"]
      + Self.apart(members).map { $0.isEmpty ? "" : "  \($0)" } + ["}"]
    return Self.apart([policy, descriptor, arrivals, useCounts])
  }

  /// Returns the file of the policy alone.
  /// - Parameter title: The subject of the first line.
  /// - Returns: the text.
  func file(title: String) -> String {
    let imports = ["import ScrollCaching", "import ScrollCore", ""]
    return (Comment.lines(title) + imports + lines).joined(separator: "\n") + "\n"
  }

  /// The identifiers of the code.
  ///
  /// A type that is added to the code must not have one of these names.
  var words: Set<String> {
    Set(
      lines.filter { !$0.contains("///") }.joined(separator: "\n")
        .split { !($0.isLetter || $0.isNumber) }.map(String.init))
  }

  /// Returns the parts that are not empty, separated by empty lines.
  static func apart(_ parts: [[String]]) -> [String] {
    Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }
}

/// The code for the assumptions of `time-to-visible` about the user. It is a copy of a private type
/// of ScrollCaching.
extension ScoreCode {
  static let arrivalsText = """
    /// The user's scrolling so far, which predicts when items will be visible.
    ///
    /// A fling continues as in UIKit. After a pause of 1.1 seconds, the next scroll moves at 1000
    /// points per second. The chance that it turns back is estimated from the share of scrolls that
    /// have turned so far. In a replay there are neither flings nor pauses: the scroll passes one
    /// item per request.
    private struct Arrivals {
      private let decay: Double, dwell: Double, cruise: Double
      private let isReplay: Bool
      private var contentEnd: Double
      /// The viewport of the last frame.
      private var viewport: Viewport
      /// Scrolls in one direction, without a pause, and how many of them turned.
      private var bursts = 0, reversals = 0
      private var burst: ScrollDirection?
      private var wasIdle = true
      /// The side that is ahead, the way to where the fling ends, and its speed now.
      private var ahead: ScrollDirection, landing = 0.0, speed = 0.0
      /// Seconds until the next scroll, and its speed times the chance that it goes there.
      private var pause = 0.0, paceAhead = 0.0, paceBehind = 0.0

      /// Points before its landing at which a fling is over.
      private static let rest = 0.5

      init(_ setup: PolicySetup) {
        decay = setup.decay
        isReplay = setup.clock == .requests
        dwell = isReplay ? 0 : 1.1
        cruise = isReplay ? 1 : 1000
        let known = setup.placement?.extent
        contentEnd = known ?? (setup.reusesIDs ? .infinity : Double(setup.imageCount))
        ahead = setup.direction
        viewport = Viewport(lower: 0, upper: 0, direction: setup.direction)
        look()
      }

      private var isIdle: Bool { viewport.phase == .idle && !isReplay }

      mutating func follow(_ viewport: Viewport) {
        self.viewport = viewport
        if !isIdle, wasIdle || viewport.direction != burst {
          bursts += 1
          if let burst, burst != viewport.direction { reversals += 1 }
          burst = viewport.direction
        }
        wasIdle = isIdle
        look()
      }

      mutating func contentEnds(at end: Double) {
        contentEnd = end
        look()
      }

      private mutating func look() {
        let turning = Double(1 + reversals) / Double(8 + bursts)
        (ahead, landing, speed, pause) = (viewport.direction, 0, 0, dwell)
        (paceAhead, paceBehind) = (cruise * (1 - turning), cruise * turning)
        let velocity = viewport.velocity
        guard !isIdle, !isReplay, abs(velocity) > decay * Self.rest else { return }
        ahead = velocity > 0 ? .forward : .backward
        speed = abs(velocity)
        let lowest = min(0, -viewport.lower), highest = max(0, contentEnd - viewport.upper)
        landing = min(max(velocity / decay, lowest), highest)
        pause = max(0, Elementary.log(speed / (decay * Self.rest)) / decay) + dwell
      }

      func time(start: Double, end: Double) -> Double {
        max(
          time(
            gap: start - viewport.upper, isAhead: ahead == .forward,
            way: start - (viewport.upper + landing)),
          time(
            gap: viewport.lower - end, isAhead: ahead == .backward,
            way: (viewport.lower + landing) - end))
      }

      /// That of an item at such a distance, and so far from where the viewport comes to rest.
      private func time(gap: Double, isAhead: Bool, way: Double) -> Double {
        guard gap > 0 else { return 0 }
        if isAhead, gap <= abs(landing) - Self.rest {
          return -Elementary.log(1 - decay * gap / speed) / decay
        }
        return pause + max(0, way) / (isAhead ? paceAhead : paceBehind)
      }
    }
    """
}

/// The documentation of the policy.
extension ScoreCode {
  /// The description of the policy's decisions, with its formulas and the data that an app must
  /// supply.
  var documentation: [String] {
    var lines = [
      "Evicts the image with the highest score, of equal ones the one stored first.", "",
    ]
    lines += Self.formula(score) + ["", "A score that is no number counts as the lowest."]
    if let admit {
      lines += ["", "An image is stored where this is above 0, or no number:", ""]
      lines += Self.formula(admit)
    }
    let asked = ScoreVariable.allCases.filter { variables.contains($0) }
    if !asked.isEmpty {
      lines += ["", "The values that it reads, and what an app must supply for them:"]
    }
    for variable in asked {
      lines += Self.item("`\(variable.rawValue)`: \(variable.summary). Supply \(variable.supply).")
    }
    lines.append("")
    lines += Self.item("Complexity: O(residents) per eviction: each of them is evaluated.")
    return lines.map { $0.isEmpty ? "///" : "/// \($0)" }
  }

  /// Returns a formula, as code in a comment.
  private static func formula(_ tree: ScoreTree) -> [String] {
    TextLines.lines("\(tree)", to: 88).map { "    \($0)" }
  }

  /// Returns an item of a list.
  private static func item(_ text: String) -> [String] {
    TextLines.lines(text, to: 92).enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
  }

  /// The code of the formulas' constants.
  var namedConstants: [String] {
    assignments.map { "private static let \($0)" }
  }

  private var assignments: [String] {
    let used = score.constants.union(admit?.constants ?? [])
    return ScoreConstant.allCases.filter { used.contains($0) }
      .map { "\($0.rawValue) = \(constants[$0])" }
  }

  /// The code that tells which images are never stored.
  ///
  /// If a formula decides, this is not known in advance.
  private static let refusal = """
          refusal: RefusalRule("refuses what does not fit, or is not admitted") { cost, capacity in
            cost > capacity ? true : nil
          },
    """

  /// The code of the descriptor for catalogs.
  var descriptor: [String] {
    let rule = admit.map { "; stored where \($0) is above 0, or no number" } ?? ""
    let values = assignments.map { "; \($0)" }.joined()
    let text = TextLines.lines("The score: \(score)\(rule)\(values).", to: 86)
    let discussion = text.enumerated().map { place, line in
      "        \(line)\(place + 1 < text.count ? " \\" : "")"
    }
    let refusal = admit == nil ? [] : Self.refusal.split(separator: "\n").map(String.init)
    var lines = [
      "extension \(name.type) {",
      "  /// For a catalog: `PolicyCatalog.builtIn.adding(\(name.type).descriptor)`.",
      "  public static let descriptor = PolicyDescriptor(",
      "    \"\(name.policy)\", \"Evicts the image with the highest score by a fixed formula.\",",
      "    facts: PolicyDescriptor.Facts(",
      "      discussion: \"\"\"",
    ]
    lines += discussion + ["        \"\"\","] + refusal
    lines += [
      "      claims: PolicyClaims.standard.subtracting(.scales).union(.reusesIDs))",
      "  ) { \(name.type)($0) }",
      "}",
    ]
    return lines
  }
}

/// The formulas as functions.
extension ScoreCode {
  /// The code that computes the score of an image in the cache.
  var evaluation: [String] {
    let record = "let record = records[Int(image.index)]"
    return ["/// The score of a resident: the higher, the sooner it is evicted."]
      + Self.block(
        "private func score(of image: ImageID) -> Double", body(of: score, record: [record]))
  }

  /// The code that decides whether an image is stored.
  var admission: [String] {
    guard let admit else { return [] }
    let verb = "public mutating func shouldStore(_ request: Request, as admission: Admission)"
    let function = "private func worth(of request: Request, as admission: Admission) -> Double"
    let image = Self.readsImage(admit) ? ["let image = request.image"] : []
    return Self.apart([
      Self.block("\(verb) -> Bool", ["!(worth(of: request, as: admission) <= 0)"]),
      ["/// The score of a new image, with the figures of a store at this moment."]
        + Self.block(function, body(of: admit, after: image, record: newRecord)),
    ])
  }

  /// Returns the lines of a function that returns the value of a formula.
  /// - Parameters:
  ///   - tree: The formula.
  ///   - start: The first lines.
  ///   - record: The lines that set `record` to the record of the image.
  /// - Returns: lines that define the variables, then the parts of the formula, and return its
  ///   value.
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

  /// Returns the expression for a variable of `image`, which may read its `record` and its
  /// `nearest` item.
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

/// The functions that compute the variables of formulas.
extension ScoreCode {
  /// The functions that the variables of the formulas need.
  var figures: [String] {
    Self.apart([
      hasClock ? Self.elapsed : [], hasPlacement ? Self.items : [],
      hasPlaces ? Self.nearestItem : [],
      asks(.gap, .visible) ? Self.gap : [], asks(.timeToVisible) ? Self.timeToVisible : [],
    ])
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  private static let elapsed = lines(
    """
    /// Seconds, in a replay requests.
    private func elapsed(since time: SimTime) -> Double {
      Double((now - time).nanoseconds) / unit
    }
    """)

  private static let items = lines(
    """
    /// Every item that shows an image, in the order of the content.
    private func forEachItem(showing image: ImageID, _ body: (Range<Double>) -> Void) {
      guard places.isEmpty else { return places[Int(image.index)].forEach(body) }
      for item in placement.items(showing: image) {
        let index = Int(item.index)
        body(placement.starts[index]..<placement.ends[index])
      }
    }
    """)

  private static let nearestItem = lines(
    """
    /// The item of an image that is nearest to the middle of the viewport, and how far ahead of it.
    ///
    /// Of two equally near it is the one ahead.
    private func nearestItem(showing image: ImageID) -> (item: Range<Double>, offset: Double)? {
      var nearest: (item: Range<Double>, offset: Double)?
      forEachItem(showing: image) { item in
        let middle = (item.lowerBound + item.upperBound) / 2
        let offset = (middle - viewport.center) * viewport.direction.sign
        let best = nearest?.offset ?? .infinity
        if abs(offset) < abs(best) || (abs(offset) == abs(best) && offset > best) {
          nearest = (item, offset)
        }
      }
      return nearest
    }
    """)

  private static let gap = lines(
    """
    /// Points between the viewport and an item.
    private func gap(to item: Range<Double>?) -> Double {
      guard let item else { return .infinity }
      return max(0, item.lowerBound - viewport.upper, viewport.lower - item.upperBound)
    }
    """)

  private static let timeToVisible = lines(
    """
    /// That of the item which is visible first.
    private func timeToVisible(of image: ImageID) -> Double {
      var time = Double.infinity
      forEachItem(showing: image) { item in
        time = min(time, arrivals.time(start: item.lowerBound, end: item.upperBound))
      }
      return time
    }
    """)

  /// The code of the model of the user.
  var arrivals: [String] { asks(.timeToVisible) ? Self.lines(Self.arrivalsText) : [] }

  /// The code that counts requests.
  var useCounts: [String] { asks(.uses) ? Self.lines(Self.usesText) : [] }
}

/// The data that the policy keeps about an image.
extension ScoreCode {
  /// A property of the record of an image.
  private struct Field {
    let name: String, initial: String
    /// The value after a store, if it is not `initial`.
    var stored: String?
  }

  private var fields: [Field] {
    let zero = "SimTime.zero"
    var fields: [Field] = []
    if asks(.age) { fields.append(Field(name: "stored", initial: zero, stored: "now")) }
    if asks(.idle) { fields.append(Field(name: "used", initial: zero, stored: "now")) }
    if asks(.hits) { fields.append(Field(name: "hits", initial: "0")) }
    if asks(.viewed) {
      fields.append(Field(name: "isViewed", initial: "false", stored: "admission == .viewed"))
    }
    if asks(.prefetched) {
      fields.append(
        Field(name: "isPrefetched", initial: "false", stored: "admission == .prefetched"))
    }
    if asks(.cost, .bytes) {
      fields.append(Field(name: "cost", initial: "0", stored: "request.cost"))
    }
    return fields
  }

  /// A Boolean value that indicates whether the policy keeps data about images.
  var hasRecords: Bool { !fields.isEmpty }

  /// The code of the type of a record.
  var record: [String] {
    guard hasRecords else { return [] }
    return ["/// The facts about an image since it was stored.", "private struct Record {"]
      + fields.map { "  var \($0.name) = \($0.initial)" } + ["}"]
  }

  /// The lines that set `record` to the record of an image that `request` stores now.
  var newRecord: [String] {
    let told = fields.compactMap { field in
      field.stored.map { "record.\(field.name) = \($0)" }
    }
    return ["\(told.isEmpty ? "let" : "var") record = Record()"] + told
  }
}

/// The methods of a policy for an app's cache. Such a cache reuses ids for other images, and passes
/// the data about an image together with the image.
extension ScoreCode {
  var reuse: [String] {
    let image = "[Int(image.index)]"
    var anew: [String] = []
    var grown = ["residents.grow(toImageCount: count)"]
    func grow(_ array: String, with value: String) -> String {
      "\(array) += Array(repeating: \(value), count: count - \(array).count)"
    }
    if hasRecords { grown.append(grow("records", with: "Record()")) }
    var measured: [String] = []
    for (array, value) in loads {
      anew.append("if !\(array).isEmpty { \(array)\(image) = 1 }")
      grown += Self.block("if !\(array).isEmpty", [grow(array, with: "1")])
      measured += [
        "if \(array).isEmpty { \(array) = Array(repeating: 1, count: imageCount) }",
        "\(array)\(image) = \(value)",
      ]
    }
    if hasLoads { grown.append("imageCount = count") }
    if hasPlacement {
      anew.append("if !places.isEmpty { places\(image) = [] }")
      grown += Self.block("if !places.isEmpty", [grow("places", with: "[]")])
    }
    if asks(.uses) { grown.append("useCounts.grow(toImageCount: count)") }
    return Self.apart([
      Self.optional(
        "public func remembers(_ image: ImageID) -> Bool",
        asks(.uses) ? ["useCounts[image] > 0"] : []),
      Self.optional("public mutating func reassign(_ image: ImageID, digest: UInt64)", anew),
      Self.block("public mutating func grow(toImageCount count: Int)", grown),
      Self.optional(
        "public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double)",
        measured),
      Self.optional(
        "public mutating func didPlace(_ image: ImageID, at items: [Range<Double>])",
        hasPlacement ? ["if !places.isEmpty { places\(image) = items }"] : []),
    ])
  }

  /// The arrays of load times, with the expression for a new element of each.
  private var loads: [(array: String, value: String)] {
    (asks(.decodeMs) ? [("decodes", "decode")] : [])
      + (asks(.reloadMs) ? [("reloads", "reload")] : [])
  }
}

/// The code that counts `uses`. It is a copy of a private type of ScrollCaching.
extension ScoreCode {
  static let usesText = """
    /// The number of requests for each image, including those while it was not in the cache.
    ///
    /// Residents are always remembered, and a limited number of the other images: those that were
    /// requested, or left the cache, last. A forgotten image begins anew at 0.
    private struct UseCounts: ~Copyable {
      private static let mostOutside = \(ScoreVariable.mostRemembered)
      private var counts: [Int]
      /// Images outside the cache that were requested, the one to be forgotten next first.
      private var outside: ItemList
      private var outsideCount = 0

      init(imageCount: Int) {
        counts = Array(repeating: 0, count: imageCount)
        outside = ItemList(imageCount: imageCount)
      }

      mutating func grow(toImageCount count: Int) {
        counts += Array(repeating: 0, count: count - counts.count)
        outside.grow(toImageCount: count)
      }

      subscript(image: ImageID) -> Int { counts[Int(image.index)] }

      mutating func found(_ image: ImageID) { counts[Int(image.index)] += 1 }

      mutating func missed(_ image: ImageID) {
        leaveOutside(image)
        counts[Int(image.index)] += 1
        joinOutside(image)
      }

      mutating func stored(_ image: ImageID) { leaveOutside(image) }

      mutating func left(_ image: ImageID) { joinOutside(image) }

      private mutating func leaveOutside(_ image: ImageID) {
        guard counts[Int(image.index)] > 0 else { return }
        outside.remove(image)
        outsideCount -= 1
      }

      private mutating func joinOutside(_ image: ImageID) {
        guard counts[Int(image.index)] > 0 else { return }
        outside.append(image)
        outsideCount += 1
        guard outsideCount > Self.mostOutside, let forgotten = outside.oldest() else { return }
        leaveOutside(forgotten)
        counts[Int(forgotten.index)] = 0
      }
    }
    """
}
