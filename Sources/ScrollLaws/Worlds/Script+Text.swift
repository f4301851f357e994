import ScrollCaching
import ScrollCore

extension Script: CustomStringConvertible {
  /// The picture: the world, a fact a line, then the operations, at most 80 letters a line.
  public var description: String {
    var lines = ["images \(imageCount)"]
    func add(_ name: String, _ numbers: [Int]) {
      lines.append("\(name) \(numbers.map(String.init).joined(separator: " "))")
    }
    if costs.contains(where: { $0 != 1 }) { add("costs", costs) }
    if !reloads.isEmpty { add("reloads", reloads) }
    lines.append("limits \(Self.word(for: limits))")
    if let layout {
      add("rows", layout.rows)
      if layout.columns != 1 { add("columns", [layout.columns]) }
      if layout.shows != Array(0..<imageCount) { add("shows", layout.shows) }
    }
    if screen != 64 { add("screen", [screen]) }
    if loading != ScriptLoading() {
      add("loading", [loading.frames, loading.ahead, loading.pins ? 1 : 0])
    }
    if direction == .backward { lines.append("direction backward") }
    for setting in settings { lines.append("setting \(setting.name)=\(setting.value)") }
    if seed != 0 { lines.append("seed \(seed)") }
    return (lines + picture).joined(separator: "\n")
  }

  /// The operations alone, in lines of at most 80 letters.
  public var picture: [String] {
    var lines: [String] = []
    for operation in operations {
      let word = Self.word(for: operation)
      if let last = lines.last, last.utf8.count + word.utf8.count < 80 {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  static func word(for limits: CacheLimits) -> String {
    let words = [limits.cost.map { "c=\($0)" }, limits.count.map { "n=\($0)" }].compactMap { $0 }
    return words.isEmpty ? "none" : words.joined(separator: ",")
  }

  static func word(for operation: Operation) -> String {
    func priced(_ image: Int, _ cost: Int?) -> String {
      cost.map { "\(image):\($0)" } ?? "\(image)"
    }
    return switch operation {
    case .request(let image, let cost): priced(image, cost)
    case .run(let from, let to): "\(from)..\(to)"
    case .lookUp(let image): "?\(image)"
    case .deliver(let image, let cost): "+\(priced(image, cost))"
    case .prefetch(let image, let cost): "~\(priced(image, cost))"
    case .remove(let image): "-\(image)"
    case .removeAll: "-*"
    case .pin(let image): "^\(image)"
    case .unpin(let image): "_\(image)"
    case .limits(let limits): word(for: limits)
    case .pressure(.normal): "!normal"
    case .pressure(.warning): "!warning"
    case .pressure(.critical): "!critical"
    case .background: "!background"
    case .wait(let milliseconds): "t+\(milliseconds)"
    case .turn(let columns): "@\(columns)"
    case .insert(let item, let length): "@\(item)+\(length)"
    case .scroll(let from, let to, let frames):
      "\(from)\(String(repeating: from <= to ? ">" : "<", count: max(1, frames)))\(to)"
    }
  }
}
