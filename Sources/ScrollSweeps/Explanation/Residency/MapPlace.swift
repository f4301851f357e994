import ScrollCore
import ScrollPages

/// The position of the plot in the drawing of a residency map, with its times and items, for the
/// script of the page.
struct MapPlace {
  /// The identifier of the element that contains the drawing.
  let id: String
  /// The plot, in units of the drawing.
  let frame: Frame
  let items: Range<Int>
  let seconds: Double

  /// Writes the drawing with its buttons, and the data for the script: the sides of the plot and
  /// the values at them.
  func append(
    to section: inout Markup, _ drawing: (inout Markup) -> Void
  ) {
    let sides = [frame.left, frame.top, frame.right, frame.bottom].map(Coordinate.text)
    let states = ResidencyState.allCases.map { "\"\($0)\":\"\($0.label)\"" }
    section.element(
      "div",
      [
        "id": id, "data-plot": sides.joined(separator: " "),
        "data-items": "\(items.lowerBound) \(items.upperBound)",
        "data-seconds": NumberText.fixed(seconds, decimals: 9),
        "data-states": "{\(states.joined(separator: ","))}",
      ]
    ) { place in
      place.newline()
      place.element("div", ["class": "tools", "role": "group", "aria-label": "Zoom of the map"]) {
        for (action, sign, name) in [
          ("larger", "+", "Larger"), ("smaller", "−", "Smaller"), ("whole", "Whole", "Whole map"),
        ] {
          $0.element(
            "button", ["type": "button", "data-zoom": action, "aria-label": name], text: sign)
        }
        $0.element("output", text: "Point at the map; + and - zoom it")
      }
      place.newline()
      place.element(
        "p", ["class": "note narrow"],
        text: "The map is wider than this screen; scroll to see all of it.")
      place.newline()
      drawing(&place)
    }
    section.newline()
  }
}

/// A sentence about a stall in a list, with the stall's place on the map.
struct PlacedSentence {
  /// The text of the link to the place: `at 12.480 s`.
  let link: String
  /// The rest of the sentence.
  let text: String
  /// The start and the end, in seconds.
  let from: Double, to: Double
  let item: Int?

  /// Writes the sentence with a link to its place; without a script the link leads to the map.
  func append(to list: inout Markup, map: MapPlace) {
    let (start, end) = (
      NumberText.fixed(from, decimals: 3), NumberText.fixed(to, decimals: 3)
    )
    list.element("li") {
      if let item {
        $0.element(
          "a",
          [
            "href": "#\(map.id)", "data-from": start, "data-to": end, "data-item": "\(item)",
          ], text: link.visible)
      } else {
        $0.element(
          "a", ["href": "#\(map.id)", "data-from": start, "data-to": end], text: link.visible)
      }
      $0.append(text: "\(text.visible).")
    }
  }
}
