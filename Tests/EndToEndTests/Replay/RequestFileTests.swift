import Foundation
import Testing

/// Traces that come packed, through a pipe, or in a format that is described.
@Suite struct RequestFileTests {
  private static let ids = "7\n8\n7\n9\n7\n8\n"

  private func misses(_ outcome: Scrollsim.Outcome) throws -> Int {
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try #require(try JSONText.array(outcome.output)[0]["misses"] as? Int)
  }

  @Test func `standard input may be a pipe or a file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.ids, to: "ids")
    let command = "scrollsim replay - --capacity 2 --format json"
    for line in ["cat ids | \(command)", "\(command) < ids"] {
      #expect(try misses(Scrollsim.paste(line, in: folder.url)) == 4)
    }
  }

  @Test func `a command may unpack the input into a pipe`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.ids, to: "ids.txt")
    let piped = try Scrollsim.paste(
      "gzip ids.txt && gzip -dc ids.txt.gz | scrollsim replay - --capacity 2 --format json",
      in: folder.url)
    #expect(try misses(piped) == 4)
    let direct = try Scrollsim.run(
      ["replay", "ids.txt.gz", "--capacity", "2", "--format", "json"], in: folder.url)
    #expect(try misses(direct) == 4)
    let packed = try Scrollsim.paste(
      "scrollsim replay - --capacity 2 < ids.txt.gz", in: folder.url)
    #expect(packed.status == 65)
    #expect(
      packed.complaint.contains(
        "standard input is compressed with gzip; unpack it with 'gzip -dc FILE | scrollsim "
          + "replay -', or pass the file itself"))
  }

  @Test func `the error names a missing unpacking program`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), to: "a.txt.zst")
    let outcome = try Scrollsim.run(
      ["replay", "a.txt.zst", "--capacity", "2"], in: folder.url,
      environment: ["PATH": folder.url.path])
    #expect(outcome.status == 69)
    #expect(
      outcome.complaint.contains(
        "'a.txt.zst' is compressed with zstd, but the program 'zstd' is missing; install it, "
          + "or unpack the file"))
  }

  @Test func `a damaged archive is an error with the message of the program`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.ids, to: "ids.txt")
    _ = try Scrollsim.paste("gzip ids.txt && head -c 20 ids.txt.gz > cut.txt.gz", in: folder.url)
    let outcome = try Scrollsim.run(["replay", "cut.txt.gz", "--capacity", "2"], in: folder.url)
    #expect(outcome.status == 65)
    #expect(outcome.complaint.contains("'cut.txt.gz' cannot be unpacked: 'gzip' reports '"))
  }

  @Test func `the error for an unknown file lists the formats that were tried`() throws {
    let folder = try TemporaryFolder()
    try folder.write("hello\nworld\n", to: "notes")
    let outcome = try Scrollsim.run(["replay", "notes", "--capacity", "2"], in: folder.url)
    #expect(outcome.status == 65)
    #expect(
      outcome.complaint.contains(
        "tried lcs (it does not begin as an lcs file does), txt ('hello' is no id)"))
    #expect(
      outcome.complaint.contains(
        "expected a file of one of these formats, or the format as --trace-format"))
  }

  @Test func `columns may have names, numbers and separators`() throws {
    let folder = try TemporaryFolder()
    try folder.write("t;photo;weight\n1;a.jpg;10\n2;b.jpg;20\n3;a.jpg;10\n", to: "log.csv")
    let named = try Scrollsim.run(
      [
        "replay", "log.csv", "--id-column", "photo", "--size-column", "weight", "--delimiter", ";",
        "--text-ids", "--capacity", "30", "--format", "json",
      ], in: folder.url)
    let row = try JSONText.array(named.output)[0]
    #expect(row["misses"] as? Int == 2 && row["bytesRequested"] as? Int == 40)
    try folder.write("1 10 5\n2 11 5\n3 10 5\n", to: "log")
    let numbered = try Scrollsim.run(
      [
        "replay", "log", "--id-column", "2", "--size-column", "3", "--delimiter", " ",
        "--no-header", "--capacity", "10", "--format", "json",
      ], in: folder.url)
    #expect(try misses(numbered) == 2)
  }

  @Test func `a format string describes a binary file`() throws {
    let folder = try TemporaryFolder()
    let ids: [UInt8] = [1, 2, 1, 3, 1]
    try folder.write(Data(ids.flatMap { [0xaa, 0xbb, 0, $0, 0, 7] }), to: "records")
    let outcome = try Scrollsim.run(
      [
        "replay", "records", "--binary-format", ">2xHH", "--id-column", "1", "--size-column", "2",
        "--capacity", "14", "--format", "json",
      ], in: folder.url)
    let row = try JSONText.array(outcome.output)[0]
    #expect(row["misses"] as? Int == 3 && row["bytesRequested"] as? Int == 35)
    let wrong = try Scrollsim.run(
      ["replay", "records", "--binary-format", "<z", "--capacity", "1"], in: folder.url)
    #expect(wrong.status == 64)
    #expect(wrong.complaint.contains("--binary-format: '<z' has 'z'; expected letters like"))
  }

  @Test func `a capacity may be a share of the working set`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,size\n1,100\n2,300\n1,200\n3,500\n", to: "a.csv")
    func capacities(_ unit: String) throws -> [Int] {
      let outcome = try Scrollsim.run(
        [
          "replay", "a.csv", "--capacity", "1%,50%,100%,7", "--unit", unit, "--format", "json",
        ], in: folder.url)
      try #require(outcome.status == 0, "\(outcome.complaint)")
      return try JSONText.array(outcome.output).compactMap { $0["capacity"] as? Int }
    }
    // 200 + 300 + 500: every image with its largest size.
    #expect(try capacities("bytes") == [10, 500, 1000, 7])
    #expect(try capacities("items") == [1, 1, 3, 7])
    for text in ["0%", "101%", "-1%", "x%", "%"] {
      let outcome = try Scrollsim.run(
        ["replay", "a.csv", "--capacity", text], in: folder.url)
      #expect(outcome.status == 64)
      #expect(outcome.complaint.contains("is not a share of the working set"), "\(text)")
    }
  }

  @Test func `requests of a warm-up fill the cache and do not count`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1\n2\n3\n4\n1\n2\n3\n4\n5\n1\n", to: "ids.txt")
    func row(_ arguments: String...) throws -> [String: Any] {
      let outcome = try Scrollsim.run(
        ["replay", "ids.txt", "--capacity", "4", "--format", "json"] + arguments, in: folder.url)
      try #require(outcome.status == 0, "\(outcome.complaint)")
      return try JSONText.array(outcome.output)[0]
    }
    let warm = try row("--warm-up", "40%")
    // After 1 2 3 4 come four hits, 5 in the place of 1, and 1.
    #expect(warm["requests"] as? Int == 6 && warm["misses"] as? Int == 2)
    #expect(warm["warmUp"] as? Int == 4)
    #expect(try row("--warm-up", "9")["misses"] as? Int == 1)
    #expect(try row()["warmUp"] == nil)
    for (arguments, sentence) in [
      (["--warm-up", "100%"], "--warm-up '100%' is not a part of a trace"),
      (["--warm-up", "10"], "--warm-up 10 leaves none of the 10 requests of 'ids.txt' to count"),
      (["--warm-up", "10%", "--regret"], "expected no --warm-up"),
    ] {
      let outcome = try Scrollsim.run(
        ["replay", "ids.txt", "--capacity", "4"] + arguments, in: folder.url)
      #expect(outcome.status == 64)
      #expect(outcome.complaint.contains(sentence))
    }
  }

  @Test func `several traces and seeds are replayed in order`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1\n2\n3\n1\n2\n4\n1\n", to: "a.txt")
    try folder.write("5\n6\n5\n", to: "b.txt")
    let outcome = try Scrollsim.run(
      [
        "replay", "a.txt", "b.txt", "--policy", "lru,random", "--capacity", "2", "--seed", "3..5",
        "--format", "json",
      ], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let rows = try JSONText.array(outcome.output).map {
      "\($0["trace"] ?? "") \($0["policy"] ?? "") \($0["seed"] ?? "-")"
    }
    #expect(
      rows == [
        "a.txt lru -", "a.txt random 3", "a.txt random 4", "a.txt random 5",
        "b.txt lru -", "b.txt random 3", "b.txt random 4", "b.txt random 5",
      ])
    let twice = try Scrollsim.run(["replay", "-", "-", "--capacity", "2"], in: folder.url)
    #expect(twice.status == 64 && twice.complaint.contains("- appears twice"))
  }

  @Test func `a program that fills its standard error does not block the replay`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Data([0x1f, 0x8b, 8, 0]), to: "ids.txt.gz")
    try folder.write(
      """
      #!/bin/sh
      i=0
      while [ $i -lt 3000 ]; do
        echo 'a complaint that is longer than a line of text needs to be, to fill a pipe' >&2
        i=$((i + 1))
      done
      printf '1\\n2\\n1\\n'
      """, to: "gzip")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: folder.path("gzip").path)
    let outcome = try Scrollsim.run(
      ["replay", "ids.txt.gz", "--capacity", "2", "--format", "csv"], in: folder.url,
      environment: ["PATH": "\(folder.url.path):/usr/bin:/bin"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains(",3,2,"), "\(outcome.text)")
  }
}
