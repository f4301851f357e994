import ScrollLayout
import ScrollPages

/// The page of a recorder: a bar that says what is recorded, and below it what is scrolled.
enum RecorderPage {
  /// At most as many rows as are surely taken, some fifty bytes each.
  static let rows = 600_000

  /// The document.
  static func html(_ layout: Layout, title: String) -> String {
    var content = Markup()
    content.element("div", ["id": "recorder"]) { recorder in
      recorder.element("header", ["class": "bar"]) { bar(title: title, &$0) }
      recorder.newline()
      recorder.element("div", ["id": "stage"]) { stage(layout, &$0) }
    }
    content.newline()
    content.element("script") { $0.append(verbatim: RecorderScript.text) }
    return Page(
      title: "Record a scroll", kind: .live, content: content, style: RecorderStyle.text
    ).html
  }

  private static func bar(title: String, _ bar: inout Markup) {
    bar.element("div", ["class": "top"]) { top in
      top.element("h1", text: title.visible)
      button("again", "Start over", &top)
      button("save", "Save", &top)
    }
    bar.element("p", ["id": "state", "role": "status"], text: "It is being prepared.")
    bar.element("noscript") {
      $0.element("p", text: "Without its script the page records nothing.")
    }
    bar.element("dl", ["id": "figures"]) { list in
      for (id, name) in [
        ("time", "Time"), ("rate", "Frames"), ("count", "Rows"), ("offset", "Offset"),
        ("speed", "Speed"), ("phase", "Phase"),
      ] {
        list.element("div") { pair in
          pair.element("dt", text: name)
          pair.element("dd", ["id": id], text: "-")
        }
      }
    }
    bar.element("canvas", ["id": "strip", "height": "24", "aria-hidden": "true"], text: "")
  }

  private static func stage(_ layout: Layout, _ stage: inout Markup) {
    var isPaging = false
    if case .carousel(let carousel) = layout { isPaging = carousel.paging }
    stage.element(
      "div",
      [
        "id": "scroller", "tabindex": "0", "role": "region",
        "aria-label": "The content to scroll",
        "data-axis": layout.axis == .vertical ? "y" : "x", "data-paging": isPaging ? "yes" : "no",
        "data-rows": "\(rows)",
      ]
    ) { $0.element("div", ["id": "items", "aria-hidden": "true"], text: "") }
    stage.element("section", ["id": "end", "hidden": "", "aria-labelledby": "end-title"]) { end in
      end.element("h2", ["id": "end-title", "tabindex": "-1"], text: "")
      end.element("p", ["id": "end-text"], text: "")
      end.element("p", ["class": "choices"]) { choices in
        button("retry", "Send it again", &choices)
        choices.element(
          "a", ["id": "keep", "download": "scroll.csv"], text: "Keep it as a CSV file")
      }
    }
  }

  private static func button(_ id: String, _ name: String, _ parent: inout Markup) {
    parent.element("button", ["id": id, "type": "button", "disabled": ""], text: name)
  }
}
