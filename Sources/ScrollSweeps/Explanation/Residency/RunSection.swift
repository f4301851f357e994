import ScrollCore
package import ScrollPages
package import ScrollSimulation

/// A section of a page about one run: a sentence as the answer, the map, the worst stalls, the
/// configuration.
///
///     RunSection(facts, picture, report).append(to: &page, id: "worst-run")
///
/// Every id in it begins with the caller's, so that a page can contain several sections.
package final class RunSection {
  /// The maximum number of stalls, and of late frames, that are explained.
  private static let (mostStalls, mostHitches) = (8, 3)

  private let facts: RunFacts
  private let picture: RunPicture
  private let report: RunReport

  /// Creates a section.
  /// - Parameters:
  ///   - facts: The run's configuration and figures.
  ///   - picture: The picture of the run's log.
  ///   - report: The report of the same run.
  package init(_ facts: RunFacts, _ picture: RunPicture, _ report: RunReport) {
    self.facts = facts
    self.picture = picture
    self.report = report
  }

  /// Writes the section: a heading of the second level, its parts of the third.
  /// - Parameters:
  ///   - markup: The page.
  ///   - id: The identifier of the section, unique on the page: letters, digits and hyphens.
  package func append(to markup: inout Markup, id: String) {
    markup.element("section", ["id": id, "aria-labelledby": "\(id)-heading"]) { section in
      section.newline()
      section.element("h2", ["id": "\(id)-heading"], text: facts.title.visible)
      section.newline()
      section.element("p", ["class": "answer"], text: answer)
      section.newline()
      let (drawing, place) = picture.placed(id: "\(id)-map")
      appendMap(drawing, at: place, &section)
      appendStory(id, place, &section)
      section.element("div", ["class": "pair"]) { pair in
        appendFigures(&pair)
        appendFacts(&pair)
      }
      section.element("script") { $0.append(verbatim: MapScript.text) }
    }
    markup.newline()
  }

  /// The stalls and hitches of the run in a sentence.
  var answer: String {
    let (stalls, hitches) = (report.stalls, report.hitches)
    var text =
      report.death.map {
        "The app was killed at \(NumberText.fixed($0.time.seconds, decimals: 1)) s: "
          + "\($0.reason). Until then "
      } ?? ""
    let lateCount = stalls.late + stalls.neverShown + stalls.unfinished
    let images =
      lateCount == 0
      ? report.withoutWaits
      : "\(NumberText.count(lateCount)) of \(Phrase.count(stalls.appearances, "appearance")) "
        + "waited for \(lateCount == 1 ? "its image" : "their images") "
        + "(blank: \(NumberText.fixed(stalls.blankAreaSeconds, decimals: 2)) s of a full screen)"
    let frames =
      hitches.count == 0
      ? report.withoutHitches
      : "\(NumberText.count(hitches.count)) of \(Phrase.count(report.frames, "frame")) "
        + "\(hitches.count == 1 ? "was" : "were") late by "
        + "\(ExplanationText.span(hitches.time)) in total"
    text += "\(images), and \(frames)"
    text = Self.capitalized(text)
    text += "."
    guard report.requests.count > 0, picture.explainer.scenario.loader.cache else { return text }
    return text + " \(NumberText.percent(report.requests.hitRate)) of the requests hit."
  }

  private func appendMap(_ drawing: Drawing, at place: MapPlace, _ section: inout Markup) {
    section.element("h3", text: "Map of the run")
    section.newline()
    place.append(to: &section) { $0.figure(drawing, picture.table, width: .whole) }
    guard picture.table.rows.count < picture.itemCount else { return }
    section.element(
      "p", ["class": "note"],
      text: "The table has the \(picture.table.rows.count) worst of "
        + "\(NumberText.count(picture.itemCount)) items.")
    section.newline()
  }

  /// The longest waits, a sentence each, the longest first.
  package var waits: [String] { stalls.map { $0.link + $0.text } }

  private var stalls: [PlacedSentence] {
    picture.explainer.worstAppearances(atMost: Self.mostStalls).map { explanation in
      let start = explanation.presented ?? explanation.appeared
      let end = explanation.shown ?? explanation.left ?? picture.map.end
      return PlacedSentence(
        link: "at \(ExplanationText.moment(explanation.appeared))",
        text: ", \(explanation.explanation.sentence)", from: start.seconds,
        to: max(start, end).seconds, item: explanation.item)
    }
  }

  /// The latest frames; those that begin a launch come last and are marked.
  private var hitches: [PlacedSentence] {
    picture.explainer.worstHitches(atMost: Self.mostHitches).map { frame in
      let (about, end) = (frame.explanation.about, frame.presented ?? picture.map.end)
      return PlacedSentence(
        link: frame.beginsLaunch ? "at the start, \(about)" : about,
        text: String(frame.explanation.sentence.dropFirst(about.count)),
        from: frame.start.seconds, to: max(frame.start, end).seconds, item: nil)
    }
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private static func sentence(_ text: String) -> String { capitalized(text) + "." }

  private func appendStory(_ id: String, _ map: MapPlace, _ section: inout Markup) {
    section.element("h3", text: "Why it stalled")
    section.newline()
    let bars = StallCharts(report)
    let parts = [
      bars.absences(id: "\(id)-absences"), bars.waits(id: "\(id)-waits"),
    ].compactMap { $0 }
    // A sentence says as much as a single bar.
    let charts = parts.filter { $0.table.rows.count > 1 }
    for part in parts where part.table.rows.count == 1 {
      section.element("p", text: "\(part.drawing.title): \(part.drawing.summary)")
    }
    section.element("div", ["class": charts.isEmpty ? "" : "why"]) { why in
      why.element("div") { lists in
        append(
          stalls, "The longest waits, longest first", none: Self.sentence(report.withoutWaits),
          map, &lists)
        append(
          hitches, "The latest frames, latest first",
          none: Self.sentence(report.withoutHitches), map, &lists)
      }
      guard !charts.isEmpty else { return }
      why.element("div") { box in
        for chart in charts { box.figure(chart.drawing, chart.table) }
      }
    }
    section.newline()
  }

  private func append(
    _ sentences: [PlacedSentence], _ caption: String, none: String, _ map: MapPlace,
    _ section: inout Markup
  ) {
    guard !sentences.isEmpty else {
      section.element("p", text: none)
      section.newline()
      return
    }
    section.element("p", text: "\(caption):")
    section.element("ol") { list in
      for sentence in sentences {
        list.newline()
        sentence.append(to: &list, map: map)
      }
    }
    section.newline()
  }

  private func appendFigures(_ section: inout Markup) {
    section.element("div") { figures in
      figures.element("h3", text: "Figures")
      figures.newline()
      figures.table(facts.figures, caption: "The whole run")
    }
  }

  private func appendFacts(_ section: inout Markup) {
    section.element("div") { settings in
      settings.element("h3", text: "Configuration")
      settings.newline()
      settings.table(
        Self.table(facts.facts), caption: "Settings that differ from the defaults, and sources")
      guard !facts.standards.isEmpty else { return }
      settings.element("details") {
        $0.element("summary", text: "\(facts.standards.count) settings with their defaults")
        $0.table(Self.table(facts.standards), caption: "Settings with their defaults")
      }
    }
  }

  private static func table(_ facts: [RunFacts.Fact]) -> Table {
    var table = Table([.left("setting"), .prose("value")])
    for fact in facts { table.append([fact.name, fact.value]) }
    return table
  }
}

/// Charts of the stalls of one run by reason and by wait: a named bar for each.
struct StallCharts {
  private let report: RunReport

  init(_ report: RunReport) { self.report = report }

  /// Draws the reasons why images were late or never shown; `nil` if every image was there at once.
  func absences(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = AbsenceReason.allCases.map {
      ($0.shortName, Double(report.stalls.absences(because: $0)))
    }
    let total = NumberText.count(report.stalls.absences.reduce(0, +))
    return Self.bars(
      id: id, title: "Why images were absent", unit: "images", text: total, parts, decimals: 0)
  }

  /// Draws the waits of late and never shown images; `nil` if no image waited.
  func waits(id: String) -> (drawing: Drawing, table: Table)? {
    let parts = WaitTimes.Kind.allCases.map {
      ($0.shortName, Double(report.stalls.waits[$0]) / 1e9)
    }
    let total = NumberText.fixed(Double(report.stalls.waits.total) / 1e9, decimals: 2)
    return Self.bars(
      id: id, title: "Waits of late images", unit: "s", text: "\(total) s", parts,
      decimals: 2)
  }

  private static func bars(
    id: String, title: String, unit: String, text: String,
    _ parts: [(name: String, value: Double)], decimals: Int
  ) -> (Drawing, Table)? {
    let parts = parts.filter { $0.value > 0 }
    guard let most = parts.max(by: { $0.value < $1.value }) else { return nil }
    let sum = parts.reduce(0) { $0 + $1.value }
    var table = Table([.left(title.lowercased()), .right(unit), .right("%")])
    for part in parts {
      table.append([
        part.name, NumberText.fixed(part.value, decimals: decimals),
        NumberText.fixed(part.value / sum * 100, decimals: 1),
      ])
    }
    let drawing = BarChart(
      id: id, title: title,
      summary: "\(text) in total; the largest part: \(most.name) "
        + "(\(NumberText.percent(most.value / sum, decimals: 0))).",
      axis: .fromZero(unit, covering: parts.map(\.value)),
      bars: parts.map {
        BarChart.Bar(
          name: $0.name, style: nil, value: $0.value,
          text: NumberText.fixed($0.value, decimals: decimals))
      }
    ).drawing
    return (drawing, table)
  }
}

/// The script of a map: it zooms, describes the place under the pointer, and shows a stall's place.
///
/// Without the script the map is a picture, and a link to a stall's place leads to that picture.
/// The script is part of the section of its run, so that a page can contain several.
enum MapScript {
  private static let cursor = "stroke:var(--ink);stroke-width:.7;fill:none"
  private static let mark = "stroke:var(--ink);stroke-width:2;fill:none"

  static let text = """
    (()=>{
      const section=document.currentScript.closest('section');
      const map=section.querySelector('[data-plot]');
      const svg=map&&map.querySelector('svg'),box=svg&&svg.closest('.scroll');
      if(!box)return;
      const [left,top,right,bottom]=map.dataset.plot.split(' ').map(Number);
      const [first,end]=map.dataset.items.split(' ').map(Number);
      const states=JSON.parse(map.dataset.states);
      const seconds=Number(map.dataset.seconds);
      const readout=map.querySelector('output');
      const letters=parseFloat(getComputedStyle(svg).fontSize);
      let zoom=1,narrow=0;
      function draw(name,style){
        const shape=document.createElementNS(svg.namespaceURI,name);
        shape.style.cssText=style+';pointer-events:none';
        shape.setAttribute('visibility','hidden');
        svg.append(shape);
        return shape}
      const cursor=draw('path','\(cursor)');
      const mark=draw('rect','\(mark)');
      const x=time=>left+time/(seconds||1)*(right-left);
      const y=item=>top+(item-first)/Math.max(1,end-first)*(bottom-top);
      function enlarge(factor,place){
        const before=box.scrollWidth;
        const middle=(box.scrollLeft+box.clientWidth/2)/before;
        // A folded map has no width yet.
        if(zoom===1)narrow=svg.getBoundingClientRect().width;
        zoom=Math.min(16,Math.max(1,zoom*factor));
        svg.style.width=zoom===1?'':zoom*Math.max(narrow,box.clientWidth)+'px';
        svg.style.fontSize=letters/zoom+'px';
        box.style.maxHeight=zoom===1?'':'80vh';
        const share=place===undefined?middle:place/svg.viewBox.baseVal.width;
        box.scrollLeft=share*box.scrollWidth-box.clientWidth/2;
        readout.textContent='zoom '+zoom.toFixed(zoom<10&&zoom%1?1:0)+' times'}
      const actions={larger:()=>enlarge(2),smaller:()=>enlarge(.5),whole:()=>enlarge(0)};
      map.querySelectorAll('button[data-zoom]').forEach(button=>
        button.addEventListener('click',()=>actions[button.dataset.zoom]()));
      box.addEventListener('keydown',event=>{
        const action={'+':'larger','=':'larger','-':'smaller','0':'whole'}[event.key];
        if(!action||event.ctrlKey||event.metaKey||event.altKey)return;
        event.preventDefault();
        actions[action]()});
      function state(event){
        const prefix=map.id.replace(/place$/,'');
        const shapes=document.elementsFromPoint(event.clientX,event.clientY);
        const shape=shapes.find(shape=>states[shape.id.replace(prefix,'')]);
        return shape?': '+states[shape.id.replace(prefix,'')]:''}
      svg.addEventListener('pointermove',event=>{
        const view=svg.getBoundingClientRect();
        const scale=svg.viewBox.baseVal.width/view.width;
        const [px,py]=[(event.clientX-view.left)*scale,(event.clientY-view.top)*scale];
        if(px<left||px>right||py<top){cursor.setAttribute('visibility','hidden');return}
        cursor.setAttribute('d','M'+px+' '+top+'V'+svg.viewBox.baseVal.height);
        cursor.setAttribute('visibility','visible');
        const time=((px-left)/(right-left)*seconds).toFixed(2)+' s';
        const item=Math.min(end-1,Math.floor(first+(py-top)/(bottom-top)*(end-first)));
        readout.textContent=py<=bottom?time+', item '+item+state(event):time});
      svg.addEventListener('pointerleave',()=>cursor.setAttribute('visibility','hidden'));
      section.querySelectorAll('a[data-from]').forEach(link=>
        link.addEventListener('click',event=>{
          event.preventDefault();
          const {from,to,item}=link.dataset;
          const [start,stop]=[x(Number(from)),x(Number(to))];
          const [upper,lower]=item===undefined?[top,bottom]:[y(Number(item)),y(Number(item)+1)];
          mark.setAttribute('x',start-3);mark.setAttribute('y',upper-3);
          mark.setAttribute('width',Math.max(0,stop-start)+6);
          mark.setAttribute('height',lower-upper+6);
          mark.setAttribute('visibility','visible');
          enlarge(1,(start+stop)/2);
          const share=upper/svg.viewBox.baseVal.height;
          box.scrollTop=share*box.scrollHeight-box.clientHeight/2;
          map.scrollIntoView({block:'nearest'});
          box.focus({preventScroll:true});
          readout.textContent=link.textContent+(item===undefined?'':', item '+item)+', marked'}));
    })();
    """
}
