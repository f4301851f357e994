/// The state that a cell of a residency map shows: the most important of the states in it.
enum ResidencyState: Int, CaseIterable {
  // The cases are in order of importance.
  case blank, wrong, soft, inFlight, visible, resident

  /// The name in the legend.
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

  /// The share of the row's height that the state covers where rows are high enough to distinguish.
  var height: Double {
    switch self {
    case .blank, .wrong, .soft, .visible: 1
    case .inFlight: 0.55
    case .resident: 0.8
    }
  }

  /// The direction of the hatch; `nil` if there is none.
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

    /// The path of lines through a square of 5 units and beyond its corners.
    var path: String {
      switch self {
      case .rising: "M-1 6L6 -1"
      case .falling: "M-1 -1L6 6"
      case .crossed: "M-1 6L6 -1M-1 -1L6 6"
      }
    }
  }
}
