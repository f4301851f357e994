import Foundation
import ScrollCore
import Testing

/// A page that the command has written, read as a strict browser would read it.
struct WrittenPage {
  let html: String

  init(_ folder: TemporaryFolder, _ name: String) throws {
    html = String(decoding: try folder.read(name), as: UTF8.self)
  }

  /// The content security policy of the page.
  var policy: String {
    get throws {
      let match = html.firstMatch(
        of: /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/)
      return String(try #require(match).output.1).replacing("&#39;", with: "'")
    }
  }

  /// Returns the sources that a directive of the policy allows.
  func sources(_ directive: String) throws -> [String] {
    let parts = try policy.split(separator: "; ").map { $0.split(separator: " ").map(String.init) }
    return Array(try #require(parts.first { $0.first == directive }).dropFirst())
  }

  /// Returns the content of every element of a kind that a browser runs or follows.
  func contents(of element: String) -> [String] {
    html.split(separator: "<\(element)").dropFirst().compactMap { rest in
      guard let start = rest.firstIndex(of: ">"), !rest[..<start].contains("type=") else {
        return nil
      }
      let content = rest[rest.index(after: start)...]
      return content.firstRange(of: "</\(element)>").map { String(content[..<$0.lowerBound]) }
    }
  }

  /// Returns the bytes of a block of data.
  func data(_ id: String) throws -> Data {
    let blocks = html.split(separator: "<script ").dropFirst()
    let block = try #require(
      blocks.first { $0.prefix { $0 != ">" }.contains("id=\"\(id)\"") }, "\(id)")
    let letters = block.drop { $0 != ">" }.dropFirst().prefix { $0 != "<" }
    return try #require(Data(base64Encoded: String(letters)))
  }

  /// Returns the hash of a text, in the form that content security policies use.
  static func source(_ text: String) -> String {
    let bytes = SHA256(of: Array(text.utf8)).words.flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
    return "'sha256-\(Data(bytes).base64EncodedString())'"
  }

  /// Checks that the page allows its own scripts and styles, and nothing else.
  func expectSealed() throws {
    let policy = try policy
    for word in ["unsafe-inline", "'unsafe-eval'", "http", "*"] {
      #expect(!policy.contains(word), "\(word) in \(policy)")
    }
    let parts = policy.split(separator: "; ").compactMap { $0.split(separator: " ").first }
    #expect(
      parts == [
        "default-src", "script-src", "style-src", "worker-src", "img-src", "base-uri",
        "form-action",
      ])
    #expect(try sources("default-src") == ["'none'"])
    #expect(try sources("worker-src") == ["blob:"] && sources("img-src") == ["data:"])
    #expect(html.firstMatch(of: /(?:src|href)="(?!#|data:)/) == nil)
  }
}
