import ScrollSimCommands
import ScrollTraces

/// The size of a picture in pixels.
package struct PictureSize: Hashable, Sendable {
  package let width: Int, height: Int

  private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

  /// The sizes in the catalogs of the committed traces, from the smallest to the largest.
  package static let committed = [
    PictureSize(320, 320), PictureSize(360, 360), PictureSize(480, 480), PictureSize(512, 512),
    PictureSize(780, 400), PictureSize(780, 520), PictureSize(640, 640), PictureSize(780, 600),
    PictureSize(800, 600), PictureSize(600, 840), PictureSize(780, 780), PictureSize(1080, 566),
    PictureSize(750, 1000), PictureSize(780, 1040), PictureSize(1080, 1080),
    PictureSize(1080, 1350), PictureSize(1080, 1440), PictureSize(1080, 1920),
    PictureSize(1440, 1920), PictureSize(1170, 2532), PictureSize(1536, 2048),
    PictureSize(2048, 1536),
  ]

  /// The size as a rule in the recipe of a catalog.
  var rule: SizeRule {
    guard let rule = SizeRule(width: width...width, height: .pixels(height...height)) else {
      preconditionFailure("\(width)x\(height) is no size")
    }
    return rule
  }
}
