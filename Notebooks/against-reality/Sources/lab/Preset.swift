import ArgumentParser

/// The loading strategy of an app, equal to scrollsim's preset of the same name.
struct Preset {
  var keepsImages = true
  /// A Boolean value that indicates whether a request joins a load that is in progress.
  var joins = true
  /// A Boolean value that indicates whether loads without a waiting appearance are dropped before
  /// they begin.
  var cancels = false
  /// The largest number of prefetches at a time; 0 for no limit.
  var prefetchLimit = 0
  /// A Boolean value that indicates whether images are redrawn at the size of their cells.
  var redrawsAtViewSize = false

  enum Name: String, CaseIterable, ExpressibleByArgument {
    case cached, nuke
    case backgroundDecode = "background-decode"
  }

  init(_ name: Name) {
    switch name {
    case .cached: break
    case .nuke:
      cancels = true
      prefetchLimit = 2
    case .backgroundDecode:
      keepsImages = false
      joins = false
      redrawsAtViewSize = true
    }
  }
}
