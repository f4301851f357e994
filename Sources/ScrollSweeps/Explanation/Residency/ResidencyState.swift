/// The state that a cell of a residency map shows: of all in it, the most important.
enum ResidencyState: Int, CaseIterable {
  // The first matters most.
  case blank, wrong, soft, inFlight, visible, resident

  /// Its name in the legend.
  var label: String {
    switch self {
    case .blank: "blank"
    case .wrong: "another item's image"
    case .soft: "low variant, or fading in"
    case .inFlight: "loading"
    case .visible: "shows its image"
    case .resident: "in the cache, not visible"
    }
  }

  /// The color, as a value of a style sheet.
  var color: String {
    switch self {
    case .blank, .wrong, .soft: "var(--missing)"
    case .inFlight: "var(--loading)"
    case .visible: "var(--shown)"
    case .resident: "var(--kept)"
    }
  }

  /// The share of the row's height that it takes where rows are high enough to tell.
  var height: Double {
    switch self {
    case .blank, .wrong, .soft, .visible: 1
    case .inFlight: 0.55
    case .resident: 0.8
    }
  }

  /// Which way it is hatched, if it is.
  var hatch: Hatch? {
    switch self {
    case .wrong: .crossed
    case .soft: .rising
    case .inFlight: .falling
    default: nil
    }
  }

  enum Hatch {
    case rising, falling, crossed

    /// Lines through a square of 5 units and beyond its corners.
    var path: String {
      switch self {
      case .rising: "M-1 6L6 -1"
      case .falling: "M-1 -1L6 6"
      case .crossed: "M-1 6L6 -1M-1 -1L6 6"
      }
    }
  }
}
