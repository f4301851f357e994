import ScrollCore

/// What one image costs at least, process by process and viewing by viewing.
struct ImageViewings {
  let image: ImageID
  private var process = 0
  /// The vsync of the first frame that may ask for it in this process.
  private var request: Int64?
  /// Whether a load may have brought it in this process.
  private var mayBeLoaded = false
  private var viewing: Viewing?
  /// The last screen of the viewing before.
  private var lastNumber: Int?
  /// What the viewings so far cost more than was added up if a load outlives one of them.
  private var slack = Double.infinity

  init(_ image: ImageID) { self.image = image }

  /// A frame may ask for it from now on.
  mutating func mayBeRequested(_ screen: WantedScreens.Screen, _ costs: inout ViewingCosts) {
    if screen.process != process {
      // Nothing that an earlier process had in memory helps this one.
      finish(&costs)
      self = ImageViewings(image)
      process = screen.process
    }
    if request == nil { request = screen.vsync }
  }

  /// An item shows it on a screen.
  mutating func show(
    _ screen: WantedScreens.Screen, item: Int, share: Double, _ costs: inout ViewingCosts
  ) {
    mayBeRequested(screen, &costs)
    if let viewing, let rules = costs.rules, screen.number - viewing.lastNumber > rules.release {
      finish(&costs)
    }
    if viewing == nil {
      let begun = lastNumber == nil ? request ?? screen.vsync : screen.vsync
      viewing = Viewing(
        screen, item: item,
        presentable: costs.presentable(
          image, begun: begun, isFirst: !mayBeLoaded && process == 0, mayBePreloaded: !mayBeLoaded))
    }
    viewing?.add(screen, item: item, share: share)
  }

  /// The viewing is over.
  mutating func finish(_ costs: inout ViewingCosts) {
    guard let viewing = viewing.take() else { return }
    defer { lastNumber = viewing.lastNumber }
    let own = viewing.isWhole ? viewing.total - viewing.missed : 0
    if !mayBeLoaded {
      costs.addFirstLoad(viewing)
      guard !costs.endsTooEarly(viewing, of: image, isFirst: process == 0) else { return }
      mayBeLoaded = true
    } else if let lastNumber {
      costs.addRevisit(viewing, after: lastNumber, of: image, atMost: slack)
    }
    slack = costs.rules?.sharesLoads == true ? own : min(slack, own)
  }
}
