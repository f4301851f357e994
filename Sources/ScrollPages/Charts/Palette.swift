/// The colors of drawings, as a style sheet with a light and a dark theme.
///
/// Seven colors distinguish series, and seven steps of one hue show an amount. A search chose the
/// seven colors so that any two differ also for readers with any of the three kinds of color
/// blindness (Machado, Oliveira, Fernandes, "A physiologically-based model for simulation of color
/// vision deficiency", IEEE TVCG 15(6), 2009, doi:10.1109/TVCG.2009.113). Each has a contrast of at
/// least 4.5:1 to its background, so that it may color text (WCAG 2.2, 1.4.3). Shapes and dashes
/// also distinguish the series.
///
/// A color has one meaning on all pages: the color of a series is a policy or a run, a step of the
/// hue is an amount. The states of an image have five other colors, found in the same way.
package enum Palette {
  /// The colors by role, as `#rrggbb`.
  package struct Theme: Sendable {
    package var background: String
    /// The color of text and axes.
    package var ink: String
    /// The color of less important text.
    package var faint: String
    /// The color of lines behind the data.
    package var grid: String
    /// The color of series that are only for comparison.
    package var muted: String
    /// The colors of series, the best first.
    package var series: [String]
    /// The colors of the states of an image.
    package var states: States
    /// The colors of amounts, from little to much.
    package var steps: [String]
    /// The color of text on each of the steps.
    package var onSteps: [String]
  }

  package static let light = Theme(
    background: "#ffffff", ink: "#1b1f24", faint: "#57606a", grid: "#e1e4e8", muted: "#8b949e",
    series: ["#205b89", "#b2540d", "#238379", "#b022f1", "#783017", "#1808a6", "#590a44"],
    states: States(
      missing: "#cc0055", loading: "#c47d04", shown: "#669f72", kept: "#b7dfa4",
      elsewhere: "#aa6ee6"),
    steps: ["#eef4fa", "#d3e3f2", "#a9cae6", "#72a9d3", "#3f86bd", "#1f639b", "#0d3f6c"],
    onSteps: [
      "#1b1f24", "#1b1f24", "#1b1f24", "#000000", "#000000", "#ffffff", "#ffffff",
    ])

  package static let dark = Theme(
    background: "#14171c", ink: "#e6edf3", faint: "#9aa4af", grid: "#30363d", muted: "#7d8590",
    series: ["#3babeb", "#dba308", "#0efe8e", "#f3cafd", "#c86a10", "#4e76fc", "#f83399"],
    states: States(
      missing: "#f57565", loading: "#eec22a", shown: "#526c4a", kept: "#3c4636",
      elsewhere: "#9632cd"),
    steps: ["#1b2530", "#1d3a56", "#1f5480", "#2f74ab", "#5596cc", "#8cbbe3", "#cfe4f7"],
    onSteps: [
      "#e6edf3", "#e6edf3", "#ffffff", "#ffffff", "#000000", "#000000", "#000000",
    ])

  /// The number of series that have their own color.
  static var seriesCount: Int { light.series.count }
  /// The number of steps.
  static var stepCount: Int { light.steps.count }

  /// The variables of both themes.
  ///
  /// The reader's preference, or `data-theme` on the root element, selects the theme.
  static let variables = """
    :root{\(declarations(light))}
    @media (prefers-color-scheme:dark){:root:not([data-theme=light]){\(declarations(dark))}}
    :root[data-theme=dark]{\(declarations(dark))}
    """

  /// The variables of the light theme, for paper.
  static var lightDeclarations: String { declarations(light) }

  /// The styles of the classes of drawings.
  static let rules: String = {
    var rules = """
      svg.chart{display:block;font:11px system-ui,sans-serif;fill:var(--ink);background:var(--bg)}
      .chart .faint{fill:var(--faint)}.chart .strong{font-weight:600}
      .chart .grid{stroke:var(--grid);fill:none}.chart .axis{stroke:var(--faint);fill:none}
      .chart .halo{stroke:var(--bg);stroke-width:3px;paint-order:stroke;stroke-linejoin:round}
      .chart .line{fill:none;stroke-width:2;stroke-linejoin:round}
      .chart .muted{stroke:var(--muted)}.chart .on-muted{fill:var(--muted)}
      .chart .on-ink{fill:var(--ink)}
      .chart .behind{stroke-width:1;opacity:.7}

      """
    for index in 0..<seriesCount {
      rules +=
        ".chart .s\(index){stroke:var(--s\(index))}.chart .f\(index){fill:var(--s\(index))}\n"
    }
    for index in 0..<stepCount {
      rules +=
        ".chart .h\(index){fill:var(--h\(index))}.chart .t\(index){fill:var(--t\(index))}\n"
    }
    return rules
  }()

  private static func declarations(_ theme: Theme) -> String {
    var text =
      "--bg:\(theme.background);--ink:\(theme.ink);--faint:\(theme.faint);"
      + "--grid:\(theme.grid);--muted:\(theme.muted)"
    for (index, color) in theme.series.enumerated() { text += ";--s\(index):\(color)" }
    for (name, color) in theme.states.named { text += ";--\(name):\(color)" }
    for (index, color) in theme.steps.enumerated() { text += ";--h\(index):\(color)" }
    for (index, color) in theme.onSteps.enumerated() { text += ";--t\(index):\(color)" }
    return text
  }
}

extension Palette {
  /// The colors of the states of an image.
  ///
  /// The worst state is the most visible, also in grayscale.
  package struct States: Sendable {
    /// The color of an image that is on screen, but whose full picture is not shown.
    package var missing: String
    /// The color of an image that is loading.
    package var loading: String
    /// The color of an image that is shown in full.
    package var shown: String
    /// The color of an image in memory that is not on screen.
    package var kept: String
    /// The color of an image that is in memory, but not in the cache, on screen or loading.
    var elsewhere: String

    /// The colors with the names of their variables, the worst first.
    package var named: [(name: String, color: String)] {
      [
        ("missing", missing), ("loading", loading), ("shown", shown), ("kept", kept),
        ("elsewhere", elsewhere),
      ]
    }
  }
}
