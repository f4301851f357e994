import Foundation
import TestSupport
import Testing

@Suite struct ListingTests {
  static let catalogues = [
    "policies", "loaders", "prefetchers", "devices", "networks", "formats", "layouts",
  ]

  private func names(_ catalog: String) throws -> [String] {
    let outcome = try Scrollsim.run(["list", catalog, "--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.array(outcome.output).map { try #require($0["name"] as? String) }
  }

  @Test(arguments: catalogues)
  func `a listing is an array of names and summaries`(catalog: String) throws {
    let entries = try JSONText.array(Scrollsim.run(["list", catalog, "--format", "json"]).output)
    #expect(!entries.isEmpty)
    for entry in entries {
      let name = try #require(entry["name"] as? String)
      #expect(name.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil, "\(name)")
      #expect((entry["summary"] as? String)?.hasSuffix(".") == true, "\(entry)")
    }
  }

  @Test(arguments: catalogues, ["table", "csv", "markdown"])
  func `every format has a row for each name`(catalog: String, format: String) throws {
    let names = try names(catalog)
    let lines = try Scrollsim.run(["list", catalog, "--format", format]).lines
    #expect(lines.count == names.count + (format == "markdown" ? 2 : 1))
    for (name, line) in zip(names.reversed(), lines.reversed()) {
      #expect(line.drop { "| ".contains($0) }.hasPrefix(name), "\(line)")
    }
  }

  @Test(arguments: catalogues)
  func `every name has details in every format`(catalog: String) throws {
    let formats = ["table", "json", "csv", "markdown"]
    for (place, name) in try names(catalog).enumerated() {
      // Each is a process of its own, 20 seconds in all: one format a name, or all at night.
      for format in isNightly || place == 0 ? formats : [formats[place % 4]] {
        let outcome = try Scrollsim.run(["list", catalog, name, "--format", format])
        #expect(outcome.status == 0, "\(name): \(outcome.complaint)")
        #expect(!outcome.output.isEmpty)
      }
    }
  }

  @Test func `estimates of a device are marked`() throws {
    let device = try JSONText.array(
      Scrollsim.run(["list", "devices", "iphone-5", "--format", "json"]).output)[0]
    let figures = try #require(device["figures"] as? [[String: Any]])
    #expect(figures.contains { $0["isEstimate"] as? Bool == true })
    #expect(figures.contains { $0["isEstimate"] as? Bool == false })
    #expect(figures.allSatisfy { ($0["source"] as? String)?.isEmpty == false })
  }

  @Test func `a format states the size of its images, and a texture its layout`() throws {
    let text = try Scrollsim.run(["list", "formats", "png"]).text
    #expect(text.contains("zlib 1.2.13"))
    #expect(text.contains("14.141"), "bits per pixel of the largest photo")
    let formats = try JSONText.array(Scrollsim.run(["list", "formats", "--format", "json"]).output)
    let texture = try #require(formats.first { $0["name"] as? String == "pvrtc-2" })
    #expect(texture.number("texture", "bitsPerPixel") == 2)
    let photo = try #require(formats.first { $0["name"] as? String == "jpeg" })
    #expect(photo["texture"] == nil)
    let sizes = try #require(photo["encoded"] as? [[String: Any]])
    #expect(sizes.count == 14)
    #expect(abs((sizes[0].number("bytes") ?? 0) - 582_118) < 600)
  }

  @Test func `formats state their quality, and on a device the measured times`() throws {
    let document = try Scrollsim.run([
      "list", "formats", "--device", "iphone-5", "--format", "json",
    ]).output
    let formats = try JSONText.array(document)
    func format(_ name: String) throws -> [String: Any] {
      try #require(formats.first { $0["name"] as? String == name })
    }
    let (png, gif) = (try format("png"), try format("gif"))
    #expect(png["isLossless"] as? Bool == true && png["quality"] == nil)
    #expect(gif.number("quality", "photo") == 34.2)
    #expect(gif["transparency"] as? String == "on or off")
    #expect(try format("jpeg")["transparency"] as? String == "none")
    #expect(try format("pvrtc")["quality"] == nil)
    #expect(png.object("decode")["isEstimate"] as? Bool == false)
    #expect(gif.object("decode")["isEstimate"] as? Bool == true)
    let times = try #require(png.object("decode")["times"] as? [[String: Any]])
    #expect(times.first?.number("milliseconds") == 416.5)
    let text = try Scrollsim.run(["list", "formats", "--device", "iphone-5"]).text
    #expect(text.contains("scaled to the device by PNG and JPEG"))
    #expect(text.contains("169.5       112.5  measured"))
    #expect(try Scrollsim.run(["list", "formats", "gif"]).text.contains("34.2 dB for photos"))
    #expect(try Scrollsim.run(["list", "formats", "--device", "iphone-4"]).status == 64)
  }

  @Test func `an unknown format is a usage error`() throws {
    let outcome = try Scrollsim.run(["list", "formats", "jpg"])
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("there is no format 'jpg'; did you mean 'jpeg'?"))
  }

  @Test func `the JSON of a policy contains its whole discussion`() throws {
    let clock = try JSONText.array(
      Scrollsim.run(["list", "policies", "clock", "--format", "json"]).output)[0]
    let discussion = try #require(clock["discussion"] as? String)
    #expect(discussion.contains("An eviction policy: "))
    let score = try JSONText.array(
      Scrollsim.run(["list", "policies", "score", "--format", "json"]).output)[0]
    let settings = try #require(score["settings"] as? [[String: Any]])
    let words = try #require(settings.first?["words"] as? [String: String])
    #expect(words["velocity"]?.contains("points per second") == true)
    let supplies = try #require(settings.first?["supplies"] as? [String: String])
    #expect(supplies["distance"]?.contains("offset in every frame") == true)
    #expect(try Scrollsim.run(["list", "policies", "score"]).text.contains("an app supplies"))
  }

  @Test func `the listing of a library cites a line of its source for each setting`() throws {
    let text = try Scrollsim.run(["list", "loaders", "kingfisher"]).text
    #expect(text.contains("Source: Kingfisher 8.11.0, https://github.com/onevcat/Kingfisher"))
    #expect(text.contains("Sources/General/KingfisherOptionsInfo.swift:418"), "\(text)")
    let document = try Scrollsim.run(["list", "loaders", "coil", "--format", "json"]).output
    let sources = try #require(try JSONText.array(document)[0]["sources"] as? [[String: Any]])
    let source = try #require(sources.first)
    #expect(source["version"] as? String == "3.5.0")
    let lines = try #require(source["lines"] as? [[String: Any]])
    let lanes = try #require(lines.first { $0["setting"] as? String == "lanes" })
    #expect(lanes["value"] as? String == "4")
    #expect(lanes["line"] as? Int == 209)
    #expect(try !Scrollsim.run(["list", "loaders", "cached"]).text.contains("Source:"))
  }

  @Test func `the listing of expo-image prints the lines of SDWebImage after its own`() throws {
    let text = try Scrollsim.run(["list", "loaders", "expo-image"]).text
    let sources = text.split(separator: "\n").filter { $0.hasPrefix("Source: ") }
    #expect(sources.count == 2, "\(text)")
    #expect(sources.first?.hasPrefix("Source: expo-image 57.0.1") == true)
    #expect(sources.last?.hasPrefix("Source: SDWebImage 5.21.5") == true)
    #expect(text.contains("cache=false") && text.contains("diskAge=604800.0"))
  }

  @Test(arguments: ["loaders image-named", "prefetchers uikit-window"])
  func `the listing of a UIKit model says that UIKit's source is not public`(entry: String) throws {
    let words = entry.split(separator: " ").map(String.init)
    #expect(try Scrollsim.run(["list"] + words).text.contains("UIKit's source is not public"))
  }

  @Test func `a cache without limits accepts none`() throws {
    let outcome = try Scrollsim.run([
      "replay", "Traces/photo-grid.scroll", "--policy", "unbounded:countLimit=3",
      "--capacity", "10", "--unit", "items",
    ])
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("'unbounded' has no setting 'countLimit'"))
  }

  @Test func `the listing of a policy states the values of its settings`() throws {
    let text = try Scrollsim.run(["list", "policies", "clock"]).text
    #expect(text.contains("bits"))
    #expect(text.contains("a whole number from 1 to 8"))
  }

  @Test(arguments: [
    ("lirs", 100, " if the limit is in bytes, from 2 on"),
    ("w-tinylfu:refusesLarge=true", 100, "."),
    ("s3fifo:refusesLarge=true", 20, "."), ("s3fifo", 2, "."), ("2q", 4, "."),
    ("nuke-clock", 11, " if the limit is in bytes, from 1 on"),
  ])
  func `the listing states the smallest useful number of images`(
    policy: String, images: Int, rest: String
  ) throws {
    let text = try Scrollsim.run(["list", "policies", policy]).text.replacing("\n", with: " ")
    #expect(text.contains("Useful from \(images) images of equal size on\(rest)"), "\(text)")
    let table = try Scrollsim.run([
      "run", "Traces/carousel.scroll", "--device", "iphone-5", "--policy", policy, "--budget",
      "1MiB",
    ]).text
    #expect(table.contains("too small: holds 0.5 images, needs \(images)"), "\(table)")
  }

  @Test func `the listing of a policy states refusals, useful sizes and claims`()
    throws
  {
    func listing(_ policy: String) throws -> String {
      let text = try Scrollsim.run(["list", "policies", policy]).text
      return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let s3fifo = try listing("s3fifo")
    #expect(s3fifo.contains("keeps its budget after every operation; refuses images"))
    #expect(s3fifo.contains("Useful from 2 images of equal size on."))
    #expect(
      s3fifo.contains(
        "Properties, with the defaults: storing an image never evicts that image at once;"))
    #expect(!s3fifo.contains("mirrored"))
    let distance = try listing("distance")
    #expect(distance.contains("mirrored scrolls have the same hits"))
    #expect(!distance.contains("Useful from"))
  }
}
