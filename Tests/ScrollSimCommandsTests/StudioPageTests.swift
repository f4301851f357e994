import Foundation
import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimCommands
import TestSupport
import Testing

/// Tests of the parts of the studio's page.
@Suite struct StudioPageTests {
  private static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/CResources")

  private let scene = PackedStudioData(
    "scene 1\ntitle </script><!-- <script> --> & 'quotes' \u{1f600}\n",
    after: ["policy distance:lead=2"])

  @Test func `the program embeds every file of the page and the engine`() throws {
    let folders = ["Page", "Module"].map { Self.folder.appending(path: $0).path }
    let names = try folders.flatMap { try FileManager.default.contentsOfDirectory(atPath: $0) }
    #expect(StudioFiles.embedded.files.map(\.name).sorted() == names.sorted())
    for file in StudioFiles.embedded.files {
      let path = folders.map { "\($0)/\(file.name)" }
        .first { FileManager.default.fileExists(atPath: $0) }
      let data = try Data(contentsOf: URL(fileURLWithPath: try #require(path)))
      #expect(data == Data(file.bytes), "\(file.name)")
    }
  }

  @Test func `a page offers the policies that its engine names, and no newer one`() throws {
    let lru = try #require(PolicyCatalog.builtIn.entries.first { $0.name == "lru" })
    #expect(StudioContents("model 6\npolicy lru\n").has(lru))
    #expect(!StudioContents("model 6\npolicy fifo\nloader lru\n").has(lru))
  }

  @Test func `a note reports an engine with another model version`() throws {
    let engine = StudioContents("model 5\npolicy lru\n")
    let note = try #require(engine.age(besides: 6))
    #expect(note.contains("has model version 5, scrollsim has 6"))
    #expect(engine.age(besides: 5) == nil)
  }

  @Test func `the page fills every placeholder`() {
    let index = String(decoding: StudioFiles.embedded["index.html"], as: UTF8.self)
    let html = StudioPage().html(scene)
    for place in ["styles", "scene", "module", "scripts", "tour"].map({ "<!-- \($0) -->" }) {
      #expect(index.ranges(of: place).count == 1, "\(place)")
      // The scripts of the page may name a place, in a text.
      #expect(!html.contains("\n\(place)\n"), "\(place)")
    }
  }

  @Test func `a packed scenario consists of letters and unpacks to its text`() throws {
    #expect(
      scene.text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+/=".contains($0)) })
    let packed = try #require(Data(base64Encoded: scene.text))
    let text = String(decoding: try Inflate.unpacked(Array(packed)), as: UTF8.self)
    #expect(
      text
        == "policy distance:lead=2\nscene 1\ntitle </script><!-- <script> --> & 'quotes' \u{1f600}\n"
    )
  }

  @Test func `lines for the page precede the scenario without further line breaks`() throws {
    let lines = ["policy a\nb", "device\tmine\tmy\nphone.yml"]
    let packed = try #require(
      Data(base64Encoded: PackedStudioData("scene 1\n", after: lines).text))
    #expect(
      String(decoding: try Inflate.unpacked(Array(packed)), as: UTF8.self)
        == "policy a b\ndevice\tmine\tmy phone.yml\nscene 1\n")
  }

  @Test func `no script or style contains a tag or a comment that ends it`() {
    for file in StudioFiles.embedded.files
    where file.name.hasSuffix(".js") || file.name.hasSuffix(".css") {
      let text = String(decoding: file.bytes, as: UTF8.self).lowercased()
      for mark in ["</script", "</style", "<!--"] {
        #expect(!text.contains(mark), "\(file.name) has \(mark)")
      }
    }
  }

  @Test func `the page has no style and no script in an attribute`() {
    let index = String(decoding: StudioFiles.embedded["index.html"], as: UTF8.self)
    #expect(index.firstMatch(of: /\s(?:style|on[a-z]+)\s*=/) == nil)
    #expect(index.firstMatch(of: /<(?:script|style)\b/) == nil)
    #expect(index.firstMatch(of: /(?:src|href)="(?!#|data:)/) == nil)
  }

  @Test func `the content policy precedes all scripts and styles`() throws {
    let html = StudioPage().html(scene)
    let policy = try #require(html.firstRange(of: "<meta http-equiv=\"Content-Security-Policy\""))
    for tag in ["<style", "<script"] {
      let first = try #require(html.firstRange(of: tag))
      #expect(policy.lowerBound < first.lowerBound, "\(tag)")
    }
  }

  @Test func `the packed template unpacks to the template`() throws {
    let page = StudioPage()
    let packed = try #require(Data(base64Encoded: page.packedTemplate))
    #expect(String(decoding: try Inflate.unpacked(Array(packed)), as: UTF8.self) == page.template)
  }
}
