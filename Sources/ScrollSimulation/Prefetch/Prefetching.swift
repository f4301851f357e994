import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The prefetching of one run: the plan, its new items, and the items that left it.
struct Prefetching: ~Copyable {
  /// A Boolean value that indicates whether the run prefetches at all.
  let isOn: Bool
  /// A Boolean value that indicates whether items that leave the plan are withdrawn.
  let withdraws: Bool
  /// A Boolean value that indicates whether successive plans are compared by items instead of keys.
  ///
  /// This requires that each item has its own key, that items that stay in the plan keep their
  /// urgency, and that items that leave it are withdrawn.
  let comparesItems: Bool
  /// The plan.
  private(set) var plan = PrefetchPlan()
  /// The previous plan.
  private var before = PrefetchPlan()
  /// The number of loads that count towards the loader's limit of simultaneous prefetches.
  private var running = 0
  /// The loader's limit of simultaneous prefetches; 0 for no limit.
  private let limit: Int
  /// Boolean values that indicate whether the system sent a memory warning, and whether the app
  /// returned to the foreground, since the last frame.
  private var hadMemoryWarning = false, hasComeBack = false

  /// A Boolean value that indicates whether the rule also plans when the app enters the background.
  let plansForBackground: Bool

  /// The prefetcher of the present process; every process starts with a new one.
  private var prefetcher: any RunningPrefetcher
  private let rule: Prefetcher, setup: PrefetchSetup
  /// The present layout, and the time of the next one.
  private var placement: ItemPlacement, breadth: Double, layoutEnd: SimTime
  private var entered = UniqueArray<ItemID>()
  private var draft = PrefetchPlan()
  /// For each key, the number of the last plan that contained it; empty if plans are compared by
  /// items.
  private var planOfKey: Table<Key, Int32>
  /// The load that the prefetch of each key started; empty if requests for a key share its load.
  private var loadOfKey: Table<Key, LoadIndex>
  private var number: Int32 = 0
  /// The keys of the previous plan, and of this one.
  private var keysBefore = UniqueArray<KeyIndex>(), keysNow = UniqueArray<KeyIndex>()
  private var checked = 0

  /// The outcomes of loads since the last frame.
  var news = LoadOutcomes()
  /// The number of wasted prefetches up to the last frame.
  private var wasted = 0

  /// Returns a copy that shares no state.
  func copy() -> Prefetching {
    Prefetching(
      isOn: isOn, withdraws: withdraws, comparesItems: comparesItems, plan: plan.copy(),
      before: before.copy(), running: running, limit: limit, hadMemoryWarning: hadMemoryWarning,
      hasComeBack: hasComeBack, plansForBackground: plansForBackground,
      prefetcher: prefetcher.copy(), rule: rule, setup: setup, placement: placement,
      breadth: breadth, layoutEnd: layoutEnd, entered: entered.clone(), draft: draft.copy(),
      planOfKey: planOfKey.copy(), loadOfKey: loadOfKey.copy(), number: number,
      keysBefore: keysBefore.clone(), keysNow: keysNow.clone(), checked: checked, news: news,
      wasted: wasted)
  }
}

extension Prefetching {
  /// Creates the prefetching of a run, with the scenario's prefetcher or one that replaces it.
  init(_ prepared: PreparedScenario, _ other: Prefetcher? = nil) {
    let (scenario, keys) = (prepared.scenario, prepared.keys)
    let chosen = other ?? scenario.prefetcher
    // A local variable, because an autoclosure over a partly initialized struct breaks it (Swift
    // 6.3).
    let isOn = scenario.loader.cache && chosen != .none
    let comparesItems = chosen.comparesItems && keys.areUnique
    self.isOn = isOn
    self.comparesItems = comparesItems
    withdraws = chosen.withdraws
    let layoutEnd = scenario.laterEpochs.first?.time ?? .never
    let prefetcher = chosen.start(
      prepared.prefetchSetup, placement: keys.placement, breadth: scenario.viewportBreadth,
      until: layoutEnd)
    self.prefetcher = prefetcher
    rule = chosen
    setup = prepared.prefetchSetup
    placement = keys.placement
    breadth = scenario.viewportBreadth
    self.layoutEnd = layoutEnd
    plansForBackground = isOn && prefetcher.plansForBackground
    limit = scenario.loader.prefetchLimit
    planOfKey = Table(repeating: -1, count: isOn && !comparesItems ? keys.count : 0)
    loadOfKey = Table(
      repeating: .none, count: isOn && !scenario.loader.sharesLoads ? keys.count : 0)
  }

  /// Counts a load that finished after the given time.
  mutating func didLoad(for time: SimTime) {
    news.loads += 1
    news.loadTime += time
  }

  /// Plans for a frame.
  ///
  /// If the method sets `hasRestarted` to `true`, the caller must first withdraw all items of the
  /// old plan.
  ///
  /// - Returns: `false` if the plan is unchanged.
  mutating func replan(
    _ viewport: Viewport, entered: borrowing UniqueArray<Int32>, isEnteringBackground: Bool,
    idle: SimTime, _ prefetches: RunReport.Prefetch, hasRestarted: inout Bool
  ) -> Bool {
    var context = PrefetchContext(viewport)
    context.idle = idle
    let wastedBefore = wasted
    wasted = prefetches.wasted
    news.wasted = wasted - wastedBefore
    context.news = news
    news = LoadOutcomes()
    context.isEnteringBackground = isEnteringBackground
    context.hadMemoryWarning = hadMemoryWarning
    context.isAfterForeground = hasComeBack
    hadMemoryWarning = false
    hasComeBack = false
    // A local variable, because the compiler (6.3) takes a span of one property for one of all
    // properties.
    var items = UniqueArray<ItemID>()
    swap(&items, &self.entered)
    items.removeAll(keepingCapacity: true)
    for index in entered.indices { items.append(ItemID(entered[index])) }
    let change = prefetcher.plan(context, entered: items.span, into: &draft)
    swap(&items, &self.entered)
    switch change {
    case .unchanged: return false
    case .changed: hasRestarted = false
    case .restarted: hasRestarted = true
    }
    swap(&before, &plan)
    swap(&plan, &draft)
    number += 1
    swap(&keysBefore, &keysNow)
    keysNow.removeAll(keepingCapacity: true)
    checked = 0
    return true
  }

  /// Returns the distance that the viewport can move before the plan may change, if no item becomes
  /// visible; `nil` if the plan may change at any time.
  func slack(around viewport: Viewport) -> PlanSlack? {
    isOn ? prefetcher.slack(around: viewport) : .endless
  }

  /// Returns the next item of the plan; with `onlyNew`, the next item that the previous plan did
  /// not contain.
  @inline(__always)
  func next(_ cursor: inout PrefetchPlan.Cursor, onlyNew: Bool) -> PlannedItem? {
    onlyNew ? plan.next(&cursor, notIn: before) : plan.next(&cursor)
  }

  /// Returns the next item of the previous plan; with `onlyGone`, the next item that the present
  /// plan does not contain.
  @inline(__always)
  func nextBefore(_ cursor: inout PrefetchPlan.Cursor, onlyGone: Bool) -> PlannedItem? {
    onlyGone ? before.next(&cursor, notIn: plan) : before.next(&cursor)
  }

  /// Adds a key to this plan; returns whether the key is new, was in the previous plan, or is
  /// already in this one.
  mutating func enter(_ key: KeyIndex) -> RequestState {
    let last = planOfKey[key]
    guard last != number else { return .listed }
    planOfKey[key] = number
    guard withdraws else { return .new }
    keysNow.append(key)
    return last == number - 1 ? .kept : .new
  }

  enum RequestState {
    case new, kept
    /// Already in this plan, because another item has the same key.
    case listed
  }

  /// Returns the next key of the previous plan that is not in this one; `nil` after the last.
  mutating func nextWithdrawn() -> KeyIndex? {
    while checked < keysBefore.count {
      let key = keysBefore[checked]
      checked += 1
      if planOfKey[key] != number { return key }
    }
    return nil
  }

  /// Returns the next key of the previous plan and marks it as never planned, so that it counts as
  /// new in the present plan.
  mutating func nextOfOldPlan() -> KeyIndex? {
    guard checked < keysBefore.count else { return nil }
    let key = keysBefore[checked]
    checked += 1
    planOfKey[key] = -1
    return key
  }

  /// Returns the load that the prefetch of a key started; `none` if it started none, or if requests
  /// for a key share its load.
  func load(of key: KeyIndex) -> LoadIndex { loadOfKey.count > 0 ? loadOfKey[key] : .none }

  mutating func setLoad(_ load: LoadIndex, of key: KeyIndex) {
    if loadOfKey.count > 0 { loadOfKey[key] = load }
  }

  /// Begins to count a load towards the limit of simultaneous prefetches.
  ///
  /// - Returns: `false` if the limit is reached.
  mutating func takeSlot() -> Bool {
    guard running < limit else { return false }
    running += 1
    return true
  }

  /// Stops counting a load towards the limit.
  mutating func giveBackSlot() { running -= 1 }

  // MARK: The session

  mutating func didWarn() { hadMemoryWarning = true }
  mutating func didComeBack() { hasComeBack = true }

  /// Replaces the prefetcher by another one, which begins now with an empty plan.
  mutating func change(to prefetcher: Prefetcher, _ prepared: PreparedScenario) {
    var next = Prefetching(prepared, prefetcher)
    // Loads under way still count for the limit.
    next.running = running
    next.wasted = wasted
    self = next
  }

  /// Handles a layout change.
  mutating func layoutChanged(to placement: ItemPlacement, breadth: Double, until end: SimTime) {
    (self.placement, self.breadth, layoutEnd) = (placement, breadth, end)
    prefetcher.layoutChanged(to: placement, breadth: breadth, until: end)
  }

  /// Handles the end of the process: the plan is empty, no prefetch is in flight, and the next
  /// process begins with a new rule.
  mutating func endProcess(_ prefetches: RunReport.Prefetch) {
    prefetcher = rule.start(setup, placement: placement, breadth: breadth, until: layoutEnd)
    news = LoadOutcomes()
    wasted = prefetches.wasted
    (hadMemoryWarning, hasComeBack) = (false, false)
    plan.removeAll()
    keysNow.removeAll(keepingCapacity: true)
    keysBefore.removeAll(keepingCapacity: true)
    for key in loadOfKey.indices { loadOfKey[key] = .none }
    number += 2
    running = 0
  }
}
