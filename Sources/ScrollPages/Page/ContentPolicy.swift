import ScrollCore

/// What a page of one file may do (Content-Security-Policy): run the scripts and follow the styles
/// that stand in it, told by their digests, run an engine, make workers and pictures of its own.
///
/// It may load nothing, from anywhere.
package struct ContentPolicy: Sendable, Equatable {
  private var scripts: [String] = []
  private var styles: [String] = []

  package init() {}

  /// Allows a script, exactly as it stands between its tags.
  package mutating func allow(script: String) { Self.add(script, to: &scripts) }

  /// Allows a style sheet, exactly as it stands between its tags.
  package mutating func allow(style: String) { Self.add(style, to: &styles) }

  /// The policy as it stands in the element `meta`.
  package var text: String {
    let scripts = ["'wasm-unsafe-eval'"] + scripts
    return "default-src 'none'; script-src \(scripts.joined(separator: " ")); "
      + "style-src \((styles.isEmpty ? ["'none'"] : styles).joined(separator: " ")); "
      + "worker-src blob:; img-src data:; base-uri 'none'; form-action 'none'"
  }

  private static func add(_ text: String, to sources: inout [String]) {
    let source = source(text)
    if !sources.contains(source) { sources.append(source) }
  }

  /// A text as policies name it: `'sha256-...'`.
  private static func source(_ text: String) -> String {
    let bytes = SHA256(of: Array(text.utf8)).words.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
    return "'sha256-\(Base64.text(bytes))'"
  }
}
