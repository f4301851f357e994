import ScrollCaching
import ScrollCore

extension Script {
  /// What `scrollsim` can read of it: the scroll as `.scroll`, or the requests as `.csv`.
  ///
  /// What the app does to its cache (removals, pins, limits) is in no trace. Nil where nothing
  /// is scrolled or asked for; scrolls through several columns, or with images shown twice,
  /// are no `.scroll`.
  public var trace: (ending: String, text: String)? {
    if let text = scrollTrace { return ("scroll", text) }
    return requestTrace.map { ("csv", $0) }
  }

  /// The requests with what their images are charged, for `scrollsim replay`.
  ///
  /// Its reader numbers images by their first appearance: to policies that look at places, it
  /// may be another scroll.
  public var requestTrace: String? {
    let requests = pricedRequests
    guard !requests.isEmpty else { return nil }
    return requests.reduce(into: "id,size\n") { $0 += "\($1.image),\($1.cost)\n" }
  }

  /// The strokes over a list, for `scrollsim run`: 64 frames a second.
  public var scrollTrace: String? {
    let shows = layout?.shows ?? Array(0..<imageCount)
    guard !operations.contains(where: \.rearranges) else { return nil }
    guard layout?.columns ?? 1 == 1, shows == Array(0..<shows.count) else { return nil }
    let frames = scrollOffsets
    guard frames.contains(where: { $0 != nil }) else { return nil }
    // 1/64 pt of the script is 1 pt of the trace, and the breadth is 64.
    var text = """
      scrollsim-trace 1
      title: A case that breaks a law
      provenance: synthetic, shrunk by a law check
      kind: synthetic
      units: pt ms
      viewport: 64x\(screen)
      direction: \(direction)
      decelerationRate: normal
      layout: list
      catalogue: listed

      [images]
      width,height,format,content,bytes,origin

      """
    let rows = layout?.rows ?? []
    func height(of item: Int) -> Int { rows.isEmpty ? 64 : rows[item % rows.count] }
    for item in shows.indices { text += "64,\(height(of: item)),jpeg,photo,,disk\n" }
    text += "\n[samples]\ntime_ms,offset,phase\n"
    for (frame, offset) in frames.compactMap({ $0 }).enumerated() {
      text += "\(Double(frame) * 15.625),\(offset),tracking\n"
    }
    return text + "end\n"
  }

  /// The viewport's start in every frame, in 1/64 pt; nil for operations that do not scroll.
  private var scrollOffsets: [Int?] {
    let starts = placement.starts.map { Int($0 * 64) }
    var here: Int?
    return operations.flatMap { operation -> [Int?] in
      guard case .scroll(let from, let to, let frames) = operation else { return [nil] }
      let (start, end) = (starts[from], starts[to])
      var offsets: [Int?] = here == start ? [] : [start]
      for step in 1...max(1, frames) {
        let share = Double(step) / Double(max(1, frames))
        offsets.append(start + Int((Double(end - start) * share).rounded()))
      }
      here = end
      return offsets
    }
  }
}
