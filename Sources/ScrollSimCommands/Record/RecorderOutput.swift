import Foundation
import ScrollCore
import ScrollLayout
import ScrollPages
import ScrollTraces

/// The output of a recorder: the file of a trace, with the given layout and images.
struct RecorderOutput: Sendable {
  /// The header except the viewport, which comes from the recording.
  let header: TraceHeader
  let catalog: TraceCatalog
  let path: String

  /// The HTML document of the recorder.
  var page: String { RecorderPage.html(header.layout, title: header.title) }

  /// Writes the trace of a recording, completely or not at all.
  /// - Parameters:
  ///   - csv: The samples in the format of `CSVImporter`.
  ///   - agent: The browser's name, which becomes the provenance unless the header states one.
  /// - Returns: the trace.
  /// - Throws: `TraceError` for an invalid recording, `CommandError` for a file that cannot be
  ///   written.
  func keep(_ csv: [UInt8], from agent: String) throws -> ScrollTrace {
    let browser = agent.isEmpty ? "an unknown browser" : agent
    let provenance =
      header.provenance.isEmpty
      ? "recorded by scrollsim trace record \(ScrollSim.version) on \(Self.today) in "
        + String(browser.prefix(300))
      : header.provenance
    let header = TraceHeader(
      title: header.title, provenance: provenance, kind: .recorded, viewport: header.viewport,
      direction: header.direction, decelerationRate: header.decelerationRate,
      layout: header.layout)
    let trace = try CSVImporter(header: header, catalog: catalog)
      .parse(csv, file: "the recording")
    try Output.write(TraceFile.bytes(of: trace), to: path)
    return trace
  }

  /// Returns a sentence about the kept trace.
  func sentence(about trace: ScrollTrace) -> String {
    let summary = trace.summary
    let words = [
      "\(NumberText.fixed(summary.duration.seconds, decimals: 1)) s",
      Phrase.count(summary.samples, "sample"), Phrase.count(summary.gestures, "touch", "touches"),
      Phrase.count(summary.flings, "fling"),
      "\(Phrase.digits(Int(summary.travel.rounded()))) pt on a screen of \(trace.header.viewport)",
    ]
    return "\(path) is written: \(Phrase.list(words))."
  }

  /// The current day in UTC: `2026-11-24`.
  private static var today: String {
    Date.now.formatted(.iso8601.year().month().day())
  }
}

/// The page of a recorder: a bar with the state of the recording, and below it the content to
/// scroll.
enum RecorderPage {
  /// The maximum number of rows.
  ///
  /// At about fifty bytes each, they fit into the allowed size of a recording.
  static let rows = 600_000

  /// Returns the document.
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
          "a", ["id": "keep", "download": "scroll.csv"], text: "Save as a CSV file")
      }
    }
  }

  private static func button(_ id: String, _ name: String, _ parent: inout Markup) {
    parent.element("button", ["id": id, "type": "button", "disabled": ""], text: name)
  }
}

/// The style sheet of a recorder's page, in addition to the style sheet of all pages.
///
/// The bar has the same height with any text, because a change of the visible size ends the
/// recording.
enum RecorderStyle {
  static let text = """
    html,body{height:100%;overflow:hidden;overscroll-behavior:none}
    main{max-width:none;margin:0;padding:0}
    #recorder{position:fixed;inset:0;display:flex;flex-direction:column}
    .bar{flex:none;padding:.5rem .9rem 0;border-bottom:1px solid var(--grid);overflow:hidden}
    .top{display:flex;gap:.6rem;align-items:center}
    .top h1{font-size:1.05rem;margin:0;flex:1;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    #recorder button,#keep{font:inherit;color:inherit;background:var(--bg);border:1px solid var(--faint);border-radius:.4rem;padding:.25rem .9rem;min-height:2.4rem}
    #recorder button:disabled{color:var(--faint);border-style:dashed}
    #save:enabled{background:var(--ink);color:var(--bg);border-color:var(--ink);font-weight:600}
    #state{margin:.35rem 0;max-width:none;height:1.5em;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}
    #figures{display:grid;grid-template-columns:repeat(6,minmax(0,1fr));gap:0 .6rem;margin:0;max-width:44rem;font-variant-numeric:tabular-nums}
    #figures dt{color:var(--faint);font-size:.75rem}
    #figures dd{margin:0;white-space:nowrap;overflow:hidden;text-overflow:ellipsis;font-size:.9rem}
    #strip{display:block;width:100%;height:24px;margin-top:.3rem}
    #stage{flex:1;position:relative;min-height:0}
    #scroller{position:absolute;inset:0;overflow:hidden auto;overscroll-behavior:contain;touch-action:pan-y;scrollbar-width:none;background:var(--grid);scroll-behavior:auto}
    #scroller::-webkit-scrollbar{display:none}
    #scroller[data-axis=x]{overflow:auto hidden;touch-action:pan-x}
    #scroller[data-paging=yes]{scroll-snap-type:x mandatory}
    #scroller:focus-visible{outline-offset:-3px}
    #items{position:relative;pointer-events:none}
    #items i{position:absolute;display:grid;place-items:center;font:600 1rem/1 system-ui,sans-serif;color:#fff;overflow:hidden;contain:strict}
    #scroller[data-paging=yes] i{scroll-snap-align:start}
    #end{position:absolute;inset:0;display:grid;place-content:center;justify-items:center;text-align:center;gap:.4rem;padding:1.2rem;background:var(--bg)}
    #end[hidden]{display:none}
    #end h2{border:0;margin:0}#end p{margin:.3rem 0;max-width:34rem;overflow-wrap:anywhere}
    #keep{display:inline-block;text-decoration:none;line-height:1.8rem}
    .choices{display:flex;flex-wrap:wrap;gap:.7rem;justify-content:center}.choices[hidden]{display:none}
    @media (max-width:30rem){.bar{padding:.4rem .6rem 0}.top h1{font-size:.9rem}#state{font-size:.85rem}#figures{gap:0 .3rem}#figures dd{font-size:.78rem}#figures dt{font-size:.68rem}}
    @media (max-height:28rem){#state,#figures dt{display:none}}

    """
}
