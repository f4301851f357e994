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
  /// Loads that count for the loader's limit.
  var running = 0
  /// Since the last frame.
  var hadMemoryWarning = false, hasComeBack = false

  /// Whether it plans at the moment at which the app goes to the background, too.
  let plansForBackground: Bool

  private let prefetcher: any RunningPrefetcher
  private var entered = UniqueArray<ItemID>()
  private var draft = PrefetchPlan()
  /// The number of the plan that a key was last in; not kept where items are compared.
  private var planOfKey: RigidArray<Int32>
  /// The load that the prefetch of a key started, where no table of loads says so.
  private var loadOfKey: RigidArray<Int32>
  private var number: Int32 = 0
  /// The keys of the plan before, and of this one.
  private var keysBefore = UniqueArray<Int32>(), keysNow = UniqueArray<Int32>()
  private var checked = 0

  init(_ scenario: Scenario, _ keys: KeySpace) {
    // Local, because an autoclosure over a struct that is not whole yet breaks it (Swift 6.3).
    let isOn = scenario.loader.cache && scenario.prefetcher != .none
    let comparesItems = scenario.prefetcher.comparesItems && keys.areUnique
    self.isOn = isOn
    self.comparesItems = comparesItems
    withdraws = scenario.prefetcher.withdraws
    let prefetcher = scenario.prefetcher.start(
      PrefetchSetup(
        scale: scenario.device.scale, hertz: scenario.device.refreshRate,
        rate: scenario.decelerationRate, velocityWindow: scenario.velocityWindow,
        motion: scenario.motion, direction: scenario.direction),
      placement: keys.placement, breadth: scenario.viewportBreadth,
      until: scenario.laterEpochs.first?.time ?? .never)
    self.prefetcher = prefetcher
    plansForBackground = isOn && prefetcher.plansForBackground
    planOfKey = RigidArray(repeating: -1, count: isOn && !comparesItems ? keys.count : 0)
    loadOfKey = RigidArray(repeating: -1, count: isOn ? keys.count : 0)
  }

  /// Plans for a frame; false if the plan is as it was.
  ///
  /// With `hasRestarted` everything that was planned is to be withdrawn first.
  mutating func replan(
    _ viewport: Viewport, entered: borrowing UniqueArray<Int32>, isEnteringBackground: Bool,
    hasRestarted: inout Bool
  ) -> Bool {
    var context = PrefetchContext(viewport)
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
  mutating func enter(_ key: Int32) -> Standing {
    let last = planOfKey[Int(key)]
    guard last != number else { return .listed }
    planOfKey[Int(key)] = number
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
  mutating func nextWithdrawn() -> Int32? {
    while checked < keysBefore.count {
      let key = keysBefore[checked]
      checked += 1
      if planOfKey[Int(key)] != number { return key }
    }
    return nil
  }

  /// The next key of the plan before, which then counts as never planned.
  mutating func nextOfOldPlan() -> Int32? {
    guard checked < keysBefore.count else { return nil }
    let key = keysBefore[checked]
    checked += 1
    planOfKey[Int(key)] = -1
    return key
  }

  mutating func setLoad(_ load: Int32, of key: Int32) { loadOfKey[Int(key)] = load }
  func load(of key: Int32) -> Int32 { loadOfKey[Int(key)] }

  /// The items lie elsewhere.
  mutating func layoutChanged(to placement: ItemPlacement, breadth: Double, until end: SimTime) {
    prefetcher.layoutChanged(to: placement, breadth: breadth, until: end)
  }

  /// Nothing is planned or on its way any more: the process is another one.
  mutating func forgetPlan() {
    plan.removeAll()
    keysNow.removeAll(keepingCapacity: true)
    keysBefore.removeAll(keepingCapacity: true)
    for key in 0..<loadOfKey.count { loadOfKey[key] = -1 }
    number += 2
    running = 0
  }
}
