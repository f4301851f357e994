public import ScrollCore

/// Evicts the image with the highest score by the user's formula.
///
/// At every eviction the expression has a value for each resident that is not pinned, with the
/// figures of that moment. Of images with equal scores, the one stored first is evicted. A score
/// that is not a number (0 / 0) counts as the lowest of all, so a mistake in a formula does not
/// cause an eviction.
///
/// A second expression selects the images to store: those for which it is above 0, or not a number.
/// It uses the figures of the newcomer, as if it were stored at that moment.
///
/// The formula decides how a prefetched image ranks until its first view, with `hits`, `viewed` and
/// `prefetched`. A setting for it would be redundant.
///
/// The policy does not evaluate every resident (see `ScoreRanking`), but the victim is the same.
///
/// - Complexity: O(length of the expression) per request. An eviction is O(log residents) or
///   O(residents of equal score) if the formula uses only `idle`, `age` or `distance`, or only
///   figures that change with the image itself; otherwise it is O(residents x length).
public struct ScorePolicy: EvictionPolicy, ~Copyable {
  private var figures: ImageFigures
  private var orders: ScoreOrders
  /// The formula that selects the images to store; `nil` stores all.
  private let admit: ScoreExpression?
  private var stack: [Double]

  public init(_ setup: PolicySetup, score: ScoreExpression, admit: ScoreExpression? = nil) {
    self.init(setup, score: score, admit: admit, evaluation: .fast)
  }

  /// Creates the policy with a choice of how residents are ranked.
  init(
    _ setup: PolicySetup, score: ScoreExpression, admit: ScoreExpression?,
    evaluation: ScoreEvaluation
  ) {
    figures = ImageFigures(setup, for: score.variables.union(admit?.variables ?? []))
    orders = ScoreOrders(
      setup, score, by: evaluation == .plain ? .plain : ScoreRanking(score))
    self.admit = admit
    stack = Array(repeating: 0, count: admit?.depth ?? 0)
  }

  public static var isSpatial: Bool { true }
  public static var readsTime: Bool { true }

  public mutating func viewportMoved(to viewport: Viewport) {
    figures.moved(to: viewport)
    orders.moved(to: viewport)
  }

  public mutating func placementChanged(to placement: ItemPlacement) {
    figures.placementChanged(to: placement)
    orders.placementChanged(to: placement)
  }

  public mutating func pressureChanged(to level: PressureLevel) {
    figures.pressureChanged(to: level)
    orders.pressureChanged(figures)
  }

  public mutating func didHit(_ request: Request) {
    figures.found(request)
    orders.touch(request.image, figures)
  }

  public mutating func didMiss(_ request: Request) { figures.missed(request) }
  public mutating func willStore(_ request: Request) { figures.asked(at: request.time) }

  public mutating func shouldStore(_ request: Request) -> Bool {
    shouldStore(request, as: .viewed)
  }

  public mutating func shouldStore(_ request: Request, as admission: Admission) -> Bool {
    guard let admit else { return true }
    return figures.passes(admit, request, as: admission, on: &stack)
  }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    guard let victim = orders.removeFirst(sparing: pins, figures) else { return nil }
    figures.left(victim)
    return victim
  }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    figures.stored(request, as: admission)
    orders.insert(request, as: admission, figures)
  }

  public mutating func didRemove(_ image: ImageID) {
    orders.remove(image)
    figures.left(image)
  }

  public func remembers(_ image: ImageID) -> Bool { figures.remembers(image) }

  public mutating func reassign(_ image: ImageID, digest: UInt64) { didPlace(image, at: []) }

  public mutating func grow(toImageCount count: Int) {
    figures.grow(toImageCount: count)
    orders.grow(toImageCount: count)
  }

  public mutating func didMeasure(_ image: ImageID, decode: Double, reload: Double) {
    figures.didMeasure(image, decode: decode, reload: reload)
  }

  public mutating func didPlace(_ image: ImageID, at items: [Range<Double>]) {
    figures.didPlace(image, at: items)
    orders.didPlace(image, at: items)
  }
}

extension ScorePolicy {
  static let descriptor: PolicyDescriptor = described(.fast)

  /// A descriptor that evaluates the formula for every resident at every eviction, which
  /// `descriptor` must equal.
  package static let plainDescriptor: PolicyDescriptor = described(.plain)

  private static func described(_ evaluation: ScoreEvaluation) -> PolicyDescriptor {
    PolicyDescriptor(
      "score", "Evicts the image with the highest score by your own formula.",
      settings: settings, facts: facts
    ) { ScorePolicy($0, evaluation) }
  }

  /// The settings.
  ///
  /// Those besides the formula were added after runs had been stored.
  private static let settings: [Setting] =
    [
      Setting(
        "expression", .expression(language), standard: "idle",
        "Written right after the name; the image with the highest score is evicted first."),
      Setting(
        "admit", .expression(admission), standard: "1",
        "An image is stored if this is above 0 or not a number."
      ).later,
    ]
    + ScoreConstant.allCases.map { constant in
      Setting(
        constant.rawValue, .number(-1e6...1e6), standard: "1",
        "The value of \(constant.rawValue) in the formulas."
      ).later
    }

  private static let language = Setting.Language(
    "a formula over the variables below",
    examples: [
      "idle", "distance * bytes / decodeMs + 0.2 * age", "-signedDistance / (1 + velocity)",
      "max(gap, 2 * (1 - viewed)) - hits", "timeToVisible - log(reloadMs / bytes)",
      "-pow(hits + prefetched, 2) * sqrt(reloadMs)", "a * idle - b * uses", "distance",
      "bytes / (1 + hits)", "3 - idle", "-age / (1 + pressure)",
    ],
    words: ScoreVariable.allCases.map {
      Setting.Language.Word($0.rawValue, $0.summary, supply: $0.supply)
    }
  ) { problem(in: $0) }

  private static let admission = Setting.Language(
    "a formula over the same variables",
    examples: [
      "1", "1 - prefetched * pressure", "uses - c", "200 - bytes", "viewed + visible", "0 / 0",
    ]
  ) { problem(in: $0) }

  private static func problem(in text: String) -> String? {
    do throws(ScoreError) {
      _ = try ScoreTree(parsing: text)
      return nil
    } catch { return "\(error)" }
  }

  private static var facts: PolicyDescriptor.Facts {
    let functions = ScoreFunction.allCases.map { $0.rawValue }.joined(separator: ", ")
    var facts = PolicyDescriptor.Facts(
      discussion: """
        --policy "score: distance * bytes / decodeMs + a * age:a=0.2:admit=viewed". Numbers, + - \
        * /, parentheses, the functions \(functions), the variables below, and the constants a, \
        b, c and d, which are settings. In replay, times count requests, lengths count items, \
        and loads take no time. If an image has several items, the one nearest to the middle \
        counts. Among equal scores, the image stored first is evicted. 0 / 0 is the lowest \
        score. The policy remembers uses of the \(ScoreVariable.mostRemembered) images outside \
        the cache that were requested or evicted last. In admit, the variables are those of the \
        new image, as if it were stored at that moment. No publication.
        """,
      refusal: RefusalRule(
        "refuses images larger than the whole cache, and images whose admit is 0 or less"
      ) { cost, capacity, settings in
        cost > capacity ? true : settings["admit"] == "1" ? false : nil
      },
      claims: PolicyClaims.standard.subtracting(.scales).union(.reusesIDs))
    facts.ignoresViewport = { settings in
      let variables = formula("expression", settings).variables
        .union(formula("admit", settings).variables)
      return !variables.contains { $0.isSpatial }
    }
    return facts
  }

  /// Creates the policy from the settings of a set-up.
  private init(_ setup: PolicySetup, _ evaluation: ScoreEvaluation) {
    let admit = Self.formula("admit", setup.settings)
    let isAlways = admit.variables.isEmpty && !(admit { _ in .nan } <= 0)
    self.init(
      setup, score: Self.formula("expression", setup.settings), admit: isAlways ? nil : admit,
      evaluation: evaluation)
  }

  private static func formula(_ name: String, _ settings: SettingValues) -> ScoreExpression {
    // The setting was checked when it was read.
    guard var formula = try? ScoreExpression(settings[name]) else {
      preconditionFailure("'\(settings[name])' is not a formula")
    }
    for constant in ScoreConstant.allCases {
      formula.constants[constant] = settings.number(constant.rawValue)
    }
    return formula
  }
}
