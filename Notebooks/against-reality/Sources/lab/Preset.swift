import ArgumentParser

/// How an app loads, as scrollsim's presets of the same names say.
struct Preset {
  var keepsImages = true
  /// A request for what is on its way waits for that.
  var joins = true
  /// Loads that nobody waits for are dropped if they have not begun.
  var cancels = false
  /// Prefetches at a time; 0 for no limit.
  var prefetchLimit = 0
  /// Images are redrawn at the size of their cells.
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
