import Foundation
import ScrollPages
import ScrollSweeps

/// A server that shows a sweep to browsers while the sweep's threads make runs.
struct SweepServer: Sendable {
  let report: LiveReport
  private let address: ListenAddress
  private let server: WebServer
  private let url: String

  /// Starts to listen.
  ///
  /// Create the server before any other thread, because from then on one thread waits for the
  /// signals that end the command.
  /// - Parameters:
  ///   - address: The address.
  ///   - report: The report to show.
  /// - Throws: `CommandError` with status 69 if the address is in use or does not belong to this
  ///   machine.
  init(at address: ListenAddress, _ report: LiveReport) throws(CommandError) {
    Interruption.end(after: nil)
    self.report = report
    self.address = address
    server = try WebServer(
      at: address, ReportSite(report, at: address), orElse: "no --port to get one")
    url = address.url(port: server.port)
  }

  /// Prints its address, and a warning if other machines can reach it.
  func announce() {
    if !address.ip.isLoopback {
      Output.say(
        "warning: every client that reaches \(address.ip.text) can read the report; 127.0.0.1 "
          + "is for this "
          + "machine alone")
    }
    Output.say("note: watch the report at \(url)")
  }

  /// Ends the server.
  ///
  /// With `staying` the server continues until the user ends the process.
  ///
  /// Open pages get two seconds to receive the final report.
  func end(staying: Bool) {
    if staying {
      Output.say("note: the report stays at \(url) until you press Ctrl-C")
      Interruption.awaitEnd()
    }
    let deadline = ContinuousClock.now + .seconds(2)
    while report.isAwaited, ContinuousClock.now < deadline { Thread.sleep(forTimeInterval: 0.02) }
    server.stop(after: .seconds(0.5))
  }
}

/// A site that answers the requests of browsers for the page of a running sweep and its updates.
struct ReportSite: WebSite {
  private let report: LiveReport
  private let address: ListenAddress

  init(_ report: LiveReport, at address: ListenAddress) {
    self.report = report
    self.address = address
  }

  func refusal(of request: WebRequest) -> WebResponse? {
    if let refusal = address.refusal(of: request) { return refusal }
    guard request.method == "GET" || request.method == "HEAD" else {
      return .refusal(.methodNotAllowed, "Pages are read-only; expected GET or HEAD.")
        .with("Allow", "GET, HEAD")
    }
    return nil
  }

  func answer(_ request: WebRequest, _ reply: @escaping @Sendable (WebResponse) -> Void) {
    page(request.path, reply)
  }

  private func page(_ path: String, _ reply: @escaping @Sendable (WebResponse) -> Void) {
    switch path {
    case "/":
      report.snapshot { [report] snapshot in
        reply(
          WebResponse(
            .ok, "text/html", LivePage.html(title: report.title, report.progress, snapshot)))
      }
    case "/report":
      report.snapshot { snapshot in
        reply(
          WebResponse(.ok, "text/html", snapshot.content.text)
            .with("ETag", "\"\(snapshot.version)\""))
      }
    case "/progress":
      do {
        reply(WebResponse(.ok, "application/json", try JSONDocument.text(report.progress)))
      } catch { reply(.refusal(.internalError, "The progress cannot be shown: \(error)")) }
    default:
      reply(.refusal(.notFound, "Page not found; expected /, /report or /progress."))
    }
  }
}

/// The page around a growing report.
///
/// The page shows the progress above the report, and a script updates both.
enum LivePage {
  /// Returns the document.
  static func html(title: String, _ progress: LiveProgress, _ snapshot: LiveReport.Snapshot)
    -> String
  {
    var content = Markup()
    content.element("div", ["class": "live", "id": "live"]) { status(progress, &$0) }
    content.newline()
    content.element("div", ["id": "report", "data-version": "\(snapshot.version)"]) {
      $0.append(snapshot.content)
    }
    content.newline()
    if !progress.isComplete {
      content.element("script") { $0.append(verbatim: LivePageScript.text) }
    }
    let title = title.isEmpty ? "A sweep of scrollsim" : title.visible
    return Page(title: title, kind: .live, content: content).html
  }

  private static func status(_ progress: LiveProgress, _ status: inout Markup) {
    status.element("p", ["id": "progress-text"], text: progress.text)
    status.element(
      "progress",
      [
        "id": "progress-bar", "max": "\(progress.total)", "value": "\(progress.done)",
        "aria-label": "Finished runs",
      ], text: progress.text)
    // The announced text changes less often than the visible one.
    status.element(
      "p", ["id": "progress-heard", "class": "heard", "aria-live": "polite"], text: "")
    guard !progress.isComplete else { return }
    status.element("noscript") {
      $0.element("p") { $0.element("a", ["href": "/"], text: "Reload the page") }
    }
  }
}

/// The script that updates a page without loading it again.
///
/// The script changes only the parts of the report that differ. So everything that the reader has
/// unfolded, sorted, filtered or focused stays as it is, and the page does not jump. The page
/// requests updates once a second until the end of the sweep.
enum LivePageScript {
  static let text = """
    (()=>{
    const find=id=>document.getElementById(id);
    const \
    report=find('report'),text=find('progress-text'),bar=find('progress-bar'),heard=find('progress-heard');
    const title=document.title;
    let version=Number(report.dataset.version),tenths=0;
    // Children are the same if they have the same id or, one after the other, the same name.
    function keys(parent){
      const counts=new Map();
      return [...parent.childNodes].map(node=>{
        let key=node.nodeName;
        if(node.nodeType===1)key+='#'+(node.id||node.querySelector(':scope>summary,:scope>caption,:scope>h2,:scope>h3,:scope>svg>title')?.textContent||'');
        const count=counts.get(key)||0;
        counts.set(key,count+1);
        return key+'\\n'+count})}
    // What the reader has changed, and not the report.
    const \
    kept=(node,name)=>name==='aria-sort'||name==='open'&&node.nodeName==='DETAILS'||name==='hidden'&&node.nodeName==='TR';
    function attributes(old,fresh){
      for(const {name,value} of [...fresh.attributes])
        if(!kept(old,name)&&old.getAttribute(name)!==value)old.setAttribute(name,value);
      for(const {name} of [...old.attributes])
        if(!kept(old,name)&&!fresh.hasAttribute(name))old.removeAttribute(name)}
    function change(old,fresh){
      if(old.nodeType!==1){if(old.data!==fresh.data)old.data=fresh.data;return}
      if(old.isEqualNode(fresh))return;
      attributes(old,fresh);
      children(old,fresh)}
    function children(old,fresh){
      const wanted=keys(fresh),known=new Map();
      const names=new Set(wanted);
      const present=[...old.childNodes];
      keys(old).forEach((key,index)=>{
        if(names.has(key))known.set(key,present[index]);else present[index].remove()});
      let next=old.firstChild;
      [...fresh.childNodes].forEach((child,index)=>{
        const same=known.get(wanted[index]);
        if(!same){old.insertBefore(child,next);return}
        change(same,child);
        if(same===next)next=next.nextSibling;else old.insertBefore(same,next)})}
    // What was inserted as text does not run by itself.
    const ran=new WeakSet(report.querySelectorAll('script'));
    function start(){
      report.querySelectorAll('script').forEach(old=>{
        if(ran.has(old))return;
        const script=document.createElement('script');
        script.textContent=old.textContent;
        ran.add(script);
        old.replaceWith(script)})}
    // What the reader looks at: what has the focus, else the first part in view; nothing at the top.
    document.documentElement.style.overflowAnchor='none';
    const isSeen=node=>{
      const box=node.getBoundingClientRect();
      return box.height>0&&box.bottom>0&&box.top<innerHeight};
    function place(){
      const focused=document.activeElement;
      if(report.contains(focused)&&isSeen(focused))return focused;
      return scrollY>0?[...report.querySelectorAll('h2,h3,figure,table,p')].find(isSeen):null}
    function show(html){
      const held=place(),top=held?.getBoundingClientRect().top;
      const fresh=document.createElement('template');
      fresh.innerHTML=html;
      equip(fresh.content);
      children(report,fresh.content);
      start();
      report.querySelectorAll('table.sortable').forEach(sort);
      report.querySelectorAll('input[data-filters]').forEach(input=>{if(input.value)filter(input)});
      if(held?.isConnected)
        scrollBy({top:held.getBoundingClientRect().top-top,behavior:'instant'})}
    async function ask(path){
      const answer=await fetch(path,{cache:'no-store'});
      if(!answer.ok)throw new Error(path+': '+answer.status);
      return answer}
    function tell(progress){
      bar.max=progress.total;bar.value=progress.done;text.textContent=progress.text;
      const now=Math.floor(10*progress.done/progress.total);
      if(progress.isComplete)heard.textContent=progress.text;
      else if(now>tenths)heard.textContent=10*now+' percent of the runs are done.';
      tenths=now;
      document.title=progress.isComplete?title:Math.floor(100*progress.done/progress.total)+'% \
      '+title}
    async function look(){
      let wait=1000;
      try{
        const progress=await(await ask('progress')).json();
        if(progress.version!==version){
          const answer=await ask('report');
          show(await answer.text());
          version=Number(answer.headers.get('etag').replaceAll('"',''))}
        tell(progress);
        if(progress.isComplete)return;
      }catch{
        wait=5000;
        text.textContent=heard.textContent='The sweep does not answer: it was ended or \
        interrupted. This is what was known last.'}
      setTimeout(look,wait)}
    setTimeout(look,500);
    })();
    """
}

/// The address of a listening server.
struct ListenAddress: Sendable {
  let ip: IPAddress
  /// The port; 0 means any free port.
  let port: UInt16

  /// Creates an address.
  /// - Parameters:
  ///   - host: An address, or `localhost` for 127.0.0.1.
  ///   - port: The port; 0 means any free port.
  /// - Throws: `CommandError` with status 64 for anything else.
  init(host: String, port: Int) throws(CommandError) {
    guard let ip = IPAddress(host == "localhost" ? "127.0.0.1" : host) else {
      throw .usage(
        "--host '\(host)' is not an address; expected one of this machine, like 127.0.0.1 or ::1")
    }
    guard let port = UInt16(exactly: port) else {
      throw .usage("--port \(port) is out of range; expected 0 to 65535, 0 for a free one")
    }
    self.ip = ip
    self.port = port
  }

  /// Returns the URL for a browser on this machine, with the actual port.
  func url(port: UInt16) -> String {
    let host = ip.isAny ? (ip.isVersion6 ? "::1" : "127.0.0.1") : ip.text
    return ip.isVersion6 ? "http://[\(host)]:\(port)/" : "http://\(host):\(port)/"
  }

  /// Returns a Boolean value that indicates whether the `Host` header of a request names this
  /// server.
  ///
  /// By DNS rebinding, a foreign page can make a browser send requests to this server under another
  /// name, and read the answers. So the server answers only requests to an IP address, or to
  /// `localhost`, the one name that always means this machine. The port is not checked, because a
  /// tunnel may begin at another port.
  /// - Parameter header: The received `Host` header.
  /// - Returns: `true` if the request may be answered.
  func answers(host header: String) -> Bool {
    guard let name = Self.host(of: header) else { return false }
    if name.lowercased() == "localhost" { return ip.isLoopback || ip.isAny }
    guard let asked = IPAddress(name) else { return false }
    return ip.isAny || asked == ip || (asked.isLoopback && ip.isLoopback)
  }

  /// Returns the host in a header, such as `::1` for `[::1]:8080` and `localhost` for
  /// `localhost:8080`; `nil` if the host is followed by anything except a port.
  private static func host(of header: String) -> String? {
    let isBracketed = header.hasPrefix("[")
    let name = isBracketed ? header.dropFirst().prefix { $0 != "]" } : header.prefix { $0 != ":" }
    let rest = header[name.endIndex...].dropFirst(isBracketed ? 1 : 0)
    guard rest.isEmpty || (rest.first == ":" && UInt16(rest.dropFirst()) != nil) else { return nil }
    return String(name)
  }
}
