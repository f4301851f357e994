import Foundation
import Testing

/// PVRTC textures with loaders that draw, on the built command.
@Suite struct TextureRunTests {
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.replacing("640,480,jpeg,photo,,disk", "256,256,pvrtc,photo,,disk"),
      to: "t.scroll")
    return folder
  }

  @Test(arguments: [
    Refusal(
      "a full redraw", "run t.scroll --loader cached", 65,
      says: "t.scroll: loader 'cached' draws images by Core Graphics", "decode=redraw-full-size",
      "image 1", "expected decode=none"),
    Refusal(
      "a redraw at the view's size", "run t.scroll --loader background-decode", 65,
      says: "redraw-view-size", "PVRTC"),
    Refusal("ImageIO", "explain t.scroll --item 1 --loader image-named", 65, says: "ImageIO"),
    Refusal(
      "variants made on the device",
      "run t.scroll --loader resolution-swap:decode=none:variants=derived", 65,
      says: "variants=derived", "minutes", "variants=bundled"),
    Refusal(
      "a sweep", "sweep --trace t.scroll --loader main-thread,tiled --store s.sqlite", 65,
      says: "t.scroll: loader 'tiled'"),
  ])
  func `a loader that draws a PVRTC texture is an error`(refusal: Refusal) throws {
    try refusal.check(in: Self.folder())
  }

  @Test(arguments: ["main-thread", "cached:decode=none", "resolution-swap:decode=none", "flutter"])
  func `a loader that only uploads a PVRTC texture is valid`(loader: String) throws {
    let folder = try Self.folder()
    let outcome = try Scrollsim.run(
      ["run", "t.scroll", "--loader", loader, "--check"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }
}
