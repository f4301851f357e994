import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The studio on the page of a report: scrolls of the sweep, each with the recommended settings.
struct ReportStudio {
  /// One scroll of the sweep, and its initial settings.
  private struct StudioScroll {
    /// The name of the scroll, which distinguishes it from the other scrolls.
    let name: String
    /// The description of the initial settings.
    let beginning: String
    let packed: PackedStudioData
  }

  /// The maximum number of scrolls on a page, and the maximum total length of their encoded data in
  /// bytes.
  private static let mostScenes = 4, longest = 600_000

  private let scenes: [StudioScroll]
  /// The number of scrolls of the sweep.
  private let count: Int
  private let page = StudioPage()

  /// Creates a studio.
  /// - Parameters:
  ///   - report: The report with the recommendations.
  ///   - details: The details of the sweep, which read its traces again.
  /// - Throws: `CommandError` if the traces cannot be read, and if a page cannot show any of them.
  init(_ report: SweepReport, _ details: RunDetails) throws(CommandError) {
    let plan: SweepPlan
    do { plan = try details.plan() } catch {
      throw CommandError(.badData, "the page cannot include a simulation: \(error.sentence)")
    }
    let advised = report.detailedRuns(atMost: 16).map { plan.runs[$0.position] }
    let starts = SweepStart.starts(of: plan, preferring: advised)
    guard !starts.isEmpty else {
      throw CommandError(
        .badData,
        "the page cannot include a simulation: the sweep has no built-in loader, prefetcher "
          + "and policy, or its traces have more than \(StudioLimits.items) items")
    }
    count = starts.count
    var scenes: [StudioScroll] = []
    var length = 0
    for start in starts.prefix(Self.mostScenes) {
      let packed = PackedStudioData(start.start)
      length += packed.text.utf8.count
      guard scenes.isEmpty || length <= Self.longest else { break }
      scenes.append(StudioScroll(name: start.name, beginning: start.beginning, packed: packed))
    }
    self.scenes = scenes
  }

  /// The permissions that the studio needs on the page of the report.
  var policy: ContentPolicy { page.policy }

  static let style = """
    #studio iframe{width:100%;height:min(64rem,94vh);border:1px solid var(--grid)}
    @media print{#studio{display:none}}

    """

  /// The section: a button that opens the studio, and its blocks of data.
  var section: Markup {
    var markup = Markup()
    markup.element("section", ["id": "studio", "aria-labelledby": "studio-title"]) { section in
      section.element("h2", ["id": "studio-title"], text: "Try it")
      section.element("p", text: introduction.visible)
      section.element("noscript") { $0.element("p", text: "It needs scripts.") }
      section.element("div", ["class": "tools"]) { tools in
        if scenes.count > 1 { choice(&tools) }
        tools.element("button", ["type": "button", "id": "studio-open"], text: "Open the studio")
      }
      section.element("div", ["id": "studio-place"]) { _ in }
      section.newline()
      block("studio-page", page.packedTemplate, &section)
      block("studio-module", page.module, &section)
      for (index, scene) in scenes.enumerated() {
        block("studio-scene-\(index)", scene.packed.text, &section)
      }
      section.element("script") { $0.append(verbatim: ReportStudioScript.text) }
    }
    markup.newline()
    return markup
  }

  private var introduction: String {
    let what =
      "The simulator in this page: change the budget, policies, device or network, or scroll "
      + "yourself."
    guard let first = scenes.first else { return what }
    guard scenes.count > 1 else {
      let others =
        count > 1
        ? " This page has one of \(Phrase.count(count, "scroll")) of the sweep; `scrollsim "
          + "studio` makes pages of the others." : ""
      return "\(what) It begins with \(first.name): \(first.beginning).\(others)"
    }
    let rest =
      count > scenes.count
      ? " This page has \(scenes.count) of \(count); `scrollsim studio` makes pages of the "
        + "others." : ""
    return "\(what) Each scroll begins with the advised settings.\(rest)"
  }

  private func choice(_ tools: inout Markup) {
    tools.element("label") { label in
      label.append(text: "Scroll ")
      label.element("select", ["id": "studio-choice"]) { select in
        for (index, scene) in scenes.enumerated() {
          select.element(
            "option", ["value": "\(index)"], text: "\(scene.name): \(scene.beginning)".visible)
        }
      }
    }
  }

  private func block(_ id: String, _ data: String, _ section: inout Markup) {
    section.element("script", ["type": "text/plain", "id": id]) { $0.append(verbatim: data) }
    section.newline()
  }
}

/// The script that opens the studio in a frame of the report.
///
/// The frame's document is assembled from the blocks of data, as in `StudioPage`.
enum ReportStudioScript {
  static let text = """
    (()=>{
      const find=id=>document.getElementById(id);
      const place=find('studio-place'),choice=find('studio-choice'),open=find('studio-open');
      function block(id,type,text){
        return '<script id="'+id+'" type="'+type+'">'+text+'<\\/script>'}
      async function page(){
        const packed=Uint8Array.from(atob(find('studio-page').textContent),c=>c.charCodeAt(0));
        const stream=new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
        return new Response(stream).text()}
      async function show(){
        const text=await page();
        const scene=find('studio-scene-'+(choice?choice.value:0)).textContent;
        const module=find('studio-module').textContent;
        const frame=document.createElement('iframe');
        frame.title='scrollsim studio';
        frame.srcdoc=text
          .replace('<!-- scene -->',()=>block('scene','text/plain',scene))
          .replace('<!-- module -->',()=>block('module','application/octet-stream',module));
        place.replaceChildren(frame);
        open.textContent='Begin again'}
      open.addEventListener('click',show);
      if(choice)choice.addEventListener('change',()=>{if(place.firstChild)show()})})();
    """
}

/// The initial state of a studio for a scroll of a sweep.
struct SweepStart {
  let start: StudioStart
  /// The name of the scroll, which distinguishes it from the other scrolls of the sweep.
  let name: String
  /// The description of the initial settings, such as `lru beside distance, 32MiB, on iphone-5`.
  let beginning: String

  /// Returns initial settings for each scroll of a plan, the scrolls of preferred runs first.
  ///
  /// A scroll begins with the settings of its first preferred run on side A, and those of the next
  /// preferred run on the same device with another policy on side B. A scroll without preferred
  /// runs begins with its first run in the plan and another policy of the plan.
  /// - Parameters:
  ///   - plan: The plan of the sweep.
  ///   - preferred: Preferred runs of the plan.
  /// - Returns: the initial settings. A scroll is left out if every one of its runs needs parts
  ///   that are not built in.
  static func starts(of plan: SweepPlan, preferring preferred: [PlannedRun]) -> [SweepStart] {
    var known: Set<String> = []
    return (preferred + plan.runs).compactMap { run in
      let scenario = plan.scenarios[Int(run.scenario)]
      guard isBuiltIn(run, of: plan), scenario.trace.catalog.items.count <= StudioLimits.items,
        known.insert(key(scenario)).inserted
      else { return nil }
      return SweepStart(run, of: plan, preferring: preferred)
    }
  }

  private init(_ run: PlannedRun, of plan: SweepPlan, preferring preferred: [PlannedRun]) {
    let scenario = plan.scenarios[Int(run.scenario)]
    let setting = Self.setting(of: run, of: plan)
    let rival = preferred.first { other in
      let rival = plan.scenarios[Int(other.scenario)]
      return other.policy != run.policy && Self.key(rival) == Self.key(scenario)
        && rival.device.name == scenario.device.name && Self.isBuiltIn(other, of: plan)
    }
    var other = rival.map { Self.setting(of: $0, of: plan) } ?? setting
    let policies = plan.policies.filter { policy in
      policy.text != setting.policy && StudioContents.embedded.has(policy.entry)
        && scenario.loader.entry.canHave(policy.entry)
    }
    if rival == nil, let policy = policies.first { other.policy = policy.text }
    let trace = scenario.record.trace
    start = StudioStart(
      scene: StudioData(
        scenario.trace, path: scenario.trace.digest == trace.digest ? trace.path : "",
        device: scenario.device, network: scenario.network, setting), other: other)
    name = trace.name
    beginning = [
      run.hasCache
        ? "\(setting.policy) beside \(other.policy), \(run.budget.budgetText)" : "no cache",
      "on \(setting.device)",
    ].joined(separator: ", ")
  }

  /// Returns the settings of a run.
  private static func setting(of run: PlannedRun, of plan: SweepPlan) -> StudioSetting {
    let scenario = plan.scenarios[Int(run.scenario)]
    var setting = StudioSetting(
      policy: scenario.loader.entry.ownPolicy, device: scenario.device.name,
      network: scenario.network.name, loader: scenario.loader.text,
      prefetch: scenario.prefetcher.text, seed: UInt64(run.seed))
    if run.hasCache {
      setting.policy = plan.policies[Int(run.policy)].text
      setting.budget = run.budget.map { .size($0) } ?? .none
    }
    return setting
  }

  /// Returns the key of a scenario's trace and layout.
  private static func key(_ scenario: PlannedScenario) -> String {
    "\(scenario.record.trace.digest) \(scenario.record.layout)"
  }

  private static func isBuiltIn(_ run: PlannedRun, of plan: SweepPlan) -> Bool {
    let scenario = plan.scenarios[Int(run.scenario)]
    return (!run.hasCache || StudioContents.embedded.has(plan.policies[Int(run.policy)].entry))
      && StudioContents.embedded.has(scenario.loader.entry)
      && StudioContents.embedded.has(scenario.prefetcher.entry)
  }
}
