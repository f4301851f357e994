import BasicContainers
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What is fetched ahead in one run: the plan, what of it is new, what is no longer in it.
struct Prefetching: ~Copyable {
  /// Whether anything is ever fetched ahead.
  let isOn: Bool
  /// Whether what leaves the plan is withdrawn.
  let withdraws: Bool
  /// Whether plans differ by nothing but their items: each has a key of its own, what stays in
  /// the plan stays as it is, and what leaves it is withdrawn.
  let comparesItems: Bool
  /// The plan, and the one before it.
  private(set) var plan = PrefetchPlan()
  private var before = PrefetchPlan()
  /// How many loads count for the loader's limit, and that; 0 for no limit.
  private var running = 0
  private let limit: Int
  /// Since the last frame.
  private var hadMemoryWarning = false, hasComeBack = false

  /// Whether it plans at the moment at which the app goes to the background, too.
  let plansForBackground: Bool

  private let prefetcher: any RunningPrefetcher
  private var entered = UniqueArray<ItemID>()
  private var draft = PrefetchPlan()
  /// The number of the plan that a key was last in; not kept where items are compared.
  private var planOfKey: Table<Key, Int32>
  /// The load that the prefetch of a key started; not kept where loads are shared.
  private var loadOfKey: Table<Key, LoadIndex>
  private var number: Int32 = 0
  /// The keys of the plan before, and of this one.
  private var keysBefore = UniqueArray<KeyIndex>(), keysNow = UniqueArray<KeyIndex>()
  private var checked = 0

  /// What became of images since the last frame.
  var news = LoadingNews()
  /// Prefetches that had been for nothing by the last frame.
  private var wasted = 0

  init(_ prepared: PreparedScenario) {
    let (scenario, keys) = (prepared.scenario, prepared.keys)
    // Local, because an autoclosure over a struct that is not whole yet breaks it (Swift 6.3).
    let isOn = scenario.loader.cache && scenario.prefetcher != .none
    let comparesItems = scenario.prefetcher.comparesItems && keys.areUnique
    self.isOn = isOn
    self.comparesItems = comparesItems
    withdraws = scenario.prefetcher.withdraws
    let prefetcher = scenario.prefetcher.start(
      prepared.prefetchSetup, placement: keys.placement, breadth: scenario.viewportBreadth,
      until: scenario.laterEpochs.first?.time ?? .never)
    self.prefetcher = prefetcher
    plansForBackground = isOn && prefetcher.plansForBackground
    limit = scenario.loader.prefetchLimit
    planOfKey = Table(repeating: -1, count: isOn && !comparesItems ? keys.count : 0)
    loadOfKey = Table(
      repeating: .none, count: isOn && !scenario.loader.sharesLoads ? keys.count : 0)
  }

  /// A load has come, that began so long ago.
  mutating func didLoad(for time: SimTime) {
    news.loads += 1
    news.loadTime += time
  }

  /// Plans for a frame; false if the plan is as it was.
  ///
  /// With `hasRestarted` everything that was planned is to be withdrawn first.
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
    news = LoadingNews()
    context.isEnteringBackground = isEnteringBackground
    context.hadMemoryWarning = hadMemoryWarning
    context.isAfterForeground = hasComeBack
    hadMemoryWarning = false
    hasComeBack = false
    // Local, because the compiler (6.3) takes a span of one property for one of all of them.
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

  /// How far the viewport can go before the plan may change, if no item enters; nil if it may
  /// change at any time.
  func slack(around viewport: Viewport) -> PlanSlack? {
    isOn ? prefetcher.slack(around: viewport) : .endless
  }

  /// The next item of the plan, or the next that was not planned before.
  @inline(__always)
  func next(_ cursor: inout PrefetchPlan.Cursor, onlyNew: Bool) -> PlannedItem? {
    onlyNew ? plan.next(&cursor, notIn: before) : plan.next(&cursor)
  }

  /// The next item of the plan before, or the next that is not planned any more.
  @inline(__always)
  func nextBefore(_ cursor: inout PrefetchPlan.Cursor, onlyGone: Bool) -> PlannedItem? {
    onlyGone ? before.next(&cursor, notIn: plan) : before.next(&cursor)
  }

  /// A key is in this plan; what it is to the plan before.
  mutating func enter(_ key: KeyIndex) -> Standing {
    let last = planOfKey[key]
    guard last != number else { return .listed }
    planOfKey[key] = number
    guard withdraws else { return .new }
    keysNow.append(key)
    return last == number - 1 ? .kept : .new
  }

  enum Standing {
    case new, kept
    /// For the second time in one plan: another item shows it, too.
    case listed
  }

  /// The next key of the plan before that is not in this one; nil when all are found.
  mutating func nextWithdrawn() -> KeyIndex? {
    while checked < keysBefore.count {
      let key = keysBefore[checked]
      checked += 1
      if planOfKey[key] != number { return key }
    }
    return nil
  }

  /// The next key of the plan before, which then counts as never planned.
  mutating func nextOfOldPlan() -> KeyIndex? {
    guard checked < keysBefore.count else { return nil }
    let key = keysBefore[checked]
    checked += 1
    planOfKey[key] = -1
    return key
  }

  /// The load that the prefetch of a key started; none if it did not, or loads are shared.
  func load(of key: KeyIndex) -> LoadIndex { loadOfKey.count > 0 ? loadOfKey[key] : .none }

  mutating func setLoad(_ load: LoadIndex, of key: KeyIndex) {
    if loadOfKey.count > 0 { loadOfKey[key] = load }
  }

  /// A load counts for the limit from now on; false if that is reached.
  mutating func takeSlot() -> Bool {
    guard running < limit else { return false }
    running += 1
    return true
  }

  /// A load counts for the limit no longer.
  mutating func giveBackSlot() { running -= 1 }

  // MARK: The session

  mutating func didWarn() { hadMemoryWarning = true }
  mutating func didComeBack() { hasComeBack = true }

  /// The items lie elsewhere.
  mutating func layoutChanged(to placement: ItemPlacement, breadth: Double, until end: SimTime) {
    prefetcher.layoutChanged(to: placement, breadth: breadth, until: end)
  }

  /// The process has ended: nothing is planned or on its way any more.
  mutating func endProcess() {
    plan.removeAll()
    keysNow.removeAll(keepingCapacity: true)
    keysBefore.removeAll(keepingCapacity: true)
    for key in loadOfKey.indices { loadOfKey[key] = .none }
    number += 2
    running = 0
  }
}
