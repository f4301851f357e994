import CResources
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollTraces

/// The studio as one HTML file with its styles, its scripts, the engine and the studio data.
///
/// The studio data and the engine are in script elements with a data type, which browsers do not
/// run. They are Base64-encoded, so that no content can end its element. The page may load nothing
/// but its own content (`ContentPolicy`).
package struct StudioPage: Sendable {
  /// The page with styles and scripts, without studio data and the engine.
  package let template: String
  /// The permissions of the template.
  let policy: ContentPolicy
  /// The engine, compressed with gzip and Base64-encoded.
  let module: String

  /// Creates the page of this program.
  package init() { self.init(.embedded) }

  init(_ files: StudioFiles) {
    let styles = files.texts(endingIn: ".css").map(\.text)
    let scripts = files.texts(endingIn: ".js")
    var policy = ContentPolicy()
    for style in styles { policy.allow(style: style) }
    for script in scripts { policy.allow(script: script.text) }
    self.policy = policy
    let head =
      ["<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy.text)\">"]
      + styles.map { "<style>\($0)</style>" }
    template = String(decoding: files["index.html"], as: UTF8.self)
      .replacing(Place.styles, with: head.joined(separator: "\n"))
      .replacing(
        Place.scripts,
        with: scripts.map { "<script data-file=\"\($0.name)\">\($0.text)</script>" }
          .joined(separator: "\n")
      )
      .replacing(Place.tour, with: Self.block("tour", "text/plain", Self.tour.text))
    module = Base64.text(files["studio.wasm.gz"])
  }

  /// Returns the document that shows studio data.
  package func html(_ scene: PackedStudioData) -> String {
    var html = template
    for (place, block) in [
      (Place.module, Self.block("module", "application/octet-stream", module)),
      (Place.scene, Self.block("scene", "text/plain", scene.text)),
    ] {
      // The first range of each is replaced; the inserted blocks contain neither.
      if let range = html.firstRange(of: place) { html.replaceSubrange(range, with: block) }
    }
    return html
  }

  private static func block(_ id: String, _ type: String, _ text: String) -> String {
    "<script id=\"\(id)\" type=\"\(type)\">\(text)</script>"
  }

  /// The template, compressed and Base64-encoded.
  package var packedTemplate: String { Base64.text(Deflate.packed(Array(template.utf8))) }

  /// The built-in scroll.
  ///
  /// A tour uses it if the scroll of the page has no example of its subject.
  private static let tour: PackedStudioData = {
    guard let trace = try? StudioRequest.demonstration(),
      let device = try? DeviceInput.find(AppOptions.usual.device),
      let network = try? NetworkInput.find(AppOptions.usual.network)
    else { preconditionFailure("the studio has no built-in scroll") }
    let setting = StudioSetting(policy: "lru", device: device.name, network: network.name)
    let scene = StudioData(trace, path: "", device: device, network: network, setting)
    return PackedStudioData(StudioStart(scene: scene, other: setting))
  }()

  /// The text of the trace that is shown by default.
  static var demonstration: String {
    String(decoding: StudioFiles.embedded["demonstration.scroll"], as: UTF8.self)
  }

  /// The marks in the template that are replaced by content.
  enum Place {
    static let styles = "<!-- styles -->"
    static let scripts = "<!-- scripts -->"
    static let tour = "<!-- tour -->"
    static let scene = "<!-- scene -->"
    static let module = "<!-- module -->"
  }
}

/// The files that are embedded in the program: the files of the page, the engine as a WebAssembly
/// module, and a built-in scroll.
package struct StudioFiles: Sendable {
  /// The files in the order of the page.
  package let files: [(name: String, bytes: [UInt8])]

  package static let embedded = StudioFiles()

  private init() {
    var count = 0
    let first = studio_files(&count)
    files = UnsafeBufferPointer(start: first, count: count).map { file in
      (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }

  /// Returns the bytes of a file.
  /// - Precondition: the file is embedded.
  package subscript(name: String) -> [UInt8] {
    guard let file = files.first(where: { $0.name == name }) else {
      preconditionFailure("the studio has no file '\(name)'")
    }
    return file.bytes
  }

  /// Returns the texts of the files with an extension, in their order.
  func texts(endingIn ending: String) -> [(name: String, text: String)] {
    files.filter { $0.name.hasSuffix(ending) }
      .map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
  }
}
