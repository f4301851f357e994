import CResources

/// The files that the compiler has put into the program: those of the page, the engine as a module
/// for WebAssembly, and a scroll to begin with.
package struct StudioFiles: Sendable {
  /// In the order in which they stand in the page.
  package let files: [(name: String, bytes: [UInt8])]

  package static let embedded = StudioFiles()

  private init() {
    var count = 0
    let first = studio_files(&count)
    files = UnsafeBufferPointer(start: first, count: count).map { file in
      (String(cString: file.name), Array(UnsafeBufferPointer(start: file.bytes, count: file.count)))
    }
  }

  /// The bytes of a file.
  /// - Precondition: it is one of them.
  package subscript(name: String) -> [UInt8] {
    guard let file = files.first(where: { $0.name == name }) else {
      preconditionFailure("the studio has no file '\(name)'")
    }
    return file.bytes
  }

  /// The texts of the files with some ending, in their order.
  func texts(endingIn ending: String) -> [(name: String, text: String)] {
    files.filter { $0.name.hasSuffix(ending) }
      .map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) }
  }
}
