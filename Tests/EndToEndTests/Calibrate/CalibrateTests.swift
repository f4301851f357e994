import Foundation
import Testing

/// `calibrate`: from readings to a profile that runs use.
@Suite struct CalibrateTests {
  private static let readings = "Traces/readings/pillow.csv"

  @Test func `every measured format has a formula and its error`() throws {
    let outcome = try Scrollsim.run(["calibrate", Self.readings, "--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let document = try JSONText.object(outcome.output)
    #expect(document["date"] as? String == "2026-11-24")
    let formats = try #require(document["formats"] as? [[String: Any]])
    #expect(formats.count == 18)
    for format in formats {
      let name = "\(format["format"] ?? "") \(format["content"] ?? "")"
      let files = try #require(format["files"] as? [[String: Any]])
      let median = try #require(format.number("medianResidual"))
      let most = try #require(format.number("residual95"))
      #expect(median > 0 && median <= most, "\(name)")
      for file in files {
        let formula = try #require(file.number("formula"))
        let sum =
          (format.number("fixedMilliseconds") ?? 0)
          + (format.number("millisecondsPerMegapixel") ?? 0) * (file.number("megapixels") ?? 0)
          + (format.number("millisecondsPerMegabyte") ?? 0) * (file.number("megabytes") ?? 0)
        #expect(abs(sum - formula) < 1e-9 * formula, "\(name)")
      }
    }
  }

  private func written(_ arguments: [String] = []) throws -> (TemporaryFolder, Scrollsim.Outcome) {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      ["calibrate", Self.readings, "--base", "pixel-8", "--output", "p.yml"] + arguments,
      in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return (folder, outcome)
  }

  @Test func `the profile is valid, cites its measurements and counts its estimates`() throws {
    let (folder, outcome) = try written()
    #expect(outcome.text.contains("p.yml: written; "))
    let check = try Scrollsim.run(
      ["list", "devices", "--validate", "p.yml", "--format", "json"], in: folder.url)
    try #require(check.status == 0, "\(check.complaint)")
    let verdict = try #require(JSONText.array(check.output).first)
    let listing = try Scrollsim.run(
      ["list", "devices", "./p.yml", "--format", "json"], in: folder.url)
    let device = try #require(JSONText.array(listing.output).first)
    let figures = try #require(device["figures"] as? [[String: Any]])
    #expect(verdict["figures"] as? Int == figures.count)
    let sources = figures.compactMap { $0["source"] as? String }
    let measured = sources.filter { $0.hasPrefix("measured: ") }
    #expect(measured.count >= 54)
    #expect(
      measured.allSatisfy {
        $0.contains("on one core of an AMD EPYC") && $0.hasSuffix("2026-11-24")
      })
    let estimates = sources.count { $0.hasPrefix("estimate") }
    #expect(verdict["estimates"] as? Int == estimates)
    #expect(estimates > 0 && figures.count { $0["isEstimate"] as? Bool == true } == estimates)
    for figure in figures where (figure["name"] as? String ?? "").hasPrefix("decode.") {
      #expect((figure["source"] as? String ?? "").hasPrefix("measured"), "\(figure)")
    }
  }

  @Test func `a run with the profile differs from a run with the base`() throws {
    let (folder, _) = try written()
    let run = [
      "run", "Traces/photo-grid.scroll", "--policy", "lru", "--format", "json", "--device",
    ]
    let measured = try Scrollsim.run(run + ["p.yml"], in: folder.url)
    try #require(measured.status == 0, "\(measured.complaint)")
    let base = try Scrollsim.run(run + ["pixel-8"], in: folder.url)
    #expect(measured.text != base.text)
  }

  @Test func `equal readings give equal bytes`() throws {
    let (one, first) = try written()
    let (two, second) = try written()
    #expect(try one.read("p.yml") == two.read("p.yml"))
    #expect(first.text == second.text)
  }

  @Test func `machine and date of the command override those of the file`() throws {
    let (folder, _) = try written([
      "--machine", "a \"toaster\"", "--date", "yesterday", "--name", "mine",
    ])
    let text = String(decoding: try folder.read("p.yml"), as: UTF8.self)
    #expect(text.hasPrefix("name: mine\n"))
    #expect(text.contains("on a \\\"toaster\\\", yesterday"))
    #expect(!text.contains("AMD"))
  }

  @Test func `the profile contains only measured formats`() throws {
    let folder = try TemporaryFolder.withTraces()
    let rows = (1...20).flatMap { file in
      (0..<3).map { round in
        "f\(file),\(100 * file),\(90 + 40 * file),\(file * file * 2000 + 900 * (file % 3)),webp,\(1 + Double(file * file) * 0.05 + Double(round) * 0.01)"
      }
    }
    try folder.write(
      "file,width,height,bytes,format,ms\n\(rows.joined(separator: "\n"))\n", to: "r.csv")
    let outcome = try Scrollsim.run(
      [
        "calibrate", "r.csv", "--base", "iphone-8", "--output", "p.yml", "--machine", "a phone",
        "--date", "today",
      ], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("decodes webp and nothing else"))
    let text = String(decoding: try folder.read("p.yml"), as: UTF8.self)
    let decode = text[(text.firstRange(of: "\ndecode:")?.upperBound ?? text.startIndex)...]
    #expect(decode.contains("  webp:\n    any:\n"))
    #expect(!decode.contains("png") && !decode.contains("jpeg"))
    #expect(!decode.contains("estimate"))
    let check = try Scrollsim.run(["list", "devices", "--validate", "p.yml"], in: folder.url)
    #expect(check.status == 0, "\(check.complaint)")
  }

  /// The median of its three decodes, which need not be the first.
  @Test func `a trace accepts a list of images with measured decode times`() throws {
    let (folder, _) = try written(["--images", "list.csv"])
    let list = try String(contentsOf: folder.url.appending(path: "list.csv"), encoding: .utf8)
    let lines = list.split(separator: "\n")
    #expect(lines.first == "width,height,bytes,format,content,id,decode_ms:measured")
    #expect(lines.count == 1 + 252)
    let readings = try String(
      contentsOf: folder.url.appending(path: Self.readings), encoding: .utf8
    ).split(separator: "\n")
    for line in lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let times = readings.filter { $0.hasPrefix("\(fields[5]),") }
        .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }.sorted()
      #expect(times.count == 3 && Double(fields[6]) == times[1], "\(fields[5])")
    }
    let trace = try Scrollsim.run(
      [
        "trace", "import", "Traces/recorded/flick-and-catch.csv", "--images", "list.csv", "--items",
        "2000", "--output", "t.scroll",
      ],
      in: folder.url)
    #expect(trace.status == 0, "\(trace.complaint)")
    let run = try Scrollsim.run(
      ["run", "t.scroll", "--device", "p.yml", "--policy", "lru", "--budget", "16MiB"],
      in: folder.url)
    #expect(run.status == 0, "\(run.complaint)")
  }

  @Test func `every figure has a row in the CSV`() throws {
    let outcome = try Scrollsim.run(["calibrate", Self.readings, "--format", "csv"])
    #expect(outcome.lines.first == "figure,value,unit,error,what")
    #expect(outcome.lines.count == 1 + 1 + 18 * 5)
    let row = try #require(outcome.lines.first { $0.hasPrefix("decode.jpeg.photo.perMegapixel,") })
    let fields = row.split(separator: ",", omittingEmptySubsequences: false)
    #expect((Double(fields[1]) ?? 0) > 0 && (Double(fields[3]) ?? 0) > 0)
  }
}
