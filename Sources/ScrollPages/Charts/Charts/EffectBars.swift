/// A chart of the effect of each axis of a sweep, with settings and conditions in separate groups.
///
/// The value is at the right of its bar, so the chart has no axis. Dark bars are settings that an
/// app can choose, gray bars are conditions.
package struct EffectBars: Sendable {
  /// The group of an axis: setting or condition.
  package enum Group: Sendable, CaseIterable {
    /// A setting that an app chooses: loader, prefetcher, policy, budget, another setting.
    case lever
    /// A condition outside the app's control: trace, layout, device, network.
    case condition

    /// The heading above its bars.
    var heading: String {
      switch self {
      case .lever: "Settings of the app"
      case .condition: "Conditions outside your control"
      }
    }

    fileprivate var fill: String {
      switch self {
      case .lever: "on-ink"
      case .condition: "on-muted"
      }
    }
  }

  package struct Bar: Sendable, Equatable {
    /// The name of the axis.
    var name: String
    var group: Group
    /// The length of the bar, at least 0 and finite, in the same unit for all bars.
    var value: Double
    /// The text at the right of the bar, such as `2.52 s, 56 %`.
    var text: String

    package init(name: String, group: Group, value: Double, text: String) {
      self.name = name
      self.group = group
      self.value = value
      self.text = text
    }
  }

  private static let width = 380.0, rowHeight = 21.0, headHeight = 20.0
  private let id: String, title: String, summary: String
  private let bars: [Bar]

  /// Creates a chart of effects.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - bars: The bars, in each group from above.
  package init(id: String, title: String, summary: String, bars: [Bar]) {
    self.id = id
    self.title = title
    self.summary = summary
    self.bars = bars
  }

  package var drawing: Drawing {
    let room = RowNames.room(bars.map(\.name))
    let texts = (bars.map { TextWidth.estimate($0.text, size: 11) }.max() ?? 0) + 8
    let most = bars.map(\.value).max() ?? 0
    let length = max(60, Self.width - room - texts)
    var svg = Markup()
    var y = 20.0
    for group in Group.allCases {
      let members = bars.filter { $0.group == group }
      guard !members.isEmpty else { continue }
      svg.newline()
      svg.label(group.heading, x: 0, y: y + 13, classes: "faint")
      y += Self.headHeight
      for bar in members {
        svg.newline()
        draw(bar, room: room, length: most > 0 ? bar.value / most * length : 0, y: y, &svg)
        y += Self.rowHeight
      }
      y += 4
    }
    return .titled(
      title, id: id, summary: summary, width: max(Self.width, room + length + texts),
      height: y, content: svg)
  }

  private func draw(
    _ bar: Bar, room: Double, length: Double, y: Double, _ svg: inout Markup
  ) {
    RowNames.draw(bar.name, room: room, y: y + 14, &svg)
    svg.element(
      "rect",
      [
        "class": bar.group.fill, "x": Coordinate.text(room), "y": Coordinate.text(y + 3),
        "width": Coordinate.text(max(1, length)), "height": Coordinate.text(Self.rowHeight - 6),
      ]
    ) { $0.element("title", text: "\(bar.name): \(bar.text)") }
    svg.label(bar.text, x: room + max(1, length) + 5, y: y + 14, classes: "strong")
  }
}
