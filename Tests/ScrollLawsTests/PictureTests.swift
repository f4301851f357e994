import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

/// Pictures: how a world and what happens in it are written and read.
struct PictureTests {
  static let words: [(word: String, operation: Operation)] = [
    ("3", .request(3)), ("3:5", .request(3, cost: 5)), ("3:0", .request(3, cost: 0)),
    ("2..5", .run(from: 2, to: 5)), ("5..2", .run(from: 5, to: 2)), ("4..4", .run(from: 4, to: 4)),
    ("?3", .lookUp(3)), ("+3", .deliver(3)), ("+3:5", .deliver(3, cost: 5)),
    ("~3", .prefetch(3)), ("~3:5", .prefetch(3, cost: 5)), ("-3", .remove(3)), ("-*", .removeAll),
    ("^3", .pin(3)), ("_3", .unpin(3)), ("c=9", .limits(CacheLimits(cost: 9))),
    ("n=0", .limits(CacheLimits(count: 0))), ("c=9,n=3", .limits(CacheLimits(cost: 9, count: 3))),
    ("none", .limits(CacheLimits())), ("!normal", .pressure(.normal)),
    ("!warning", .pressure(.warning)), ("!critical", .pressure(.critical)),
    ("!background", .background), ("t+500", .wait(500)), ("t+0", .wait(0)),
    ("2>>>>6", .scroll(from: 2, to: 6, frames: 4)), ("6<<2", .scroll(from: 6, to: 2, frames: 2)),
    ("@2", .turn(columns: 2)), ("@3+64", .insert(above: 3, length: 64)),
    ("5>5", .scroll(from: 5, to: 5, frames: 1)),
  ]

  @Test(arguments: words.indices)
  func `every operation has its own word`(place: Int) throws {
    let (word, operation) = Self.words[place]
    var script = Script(costs: Array(repeating: 1, count: 7), limits: CacheLimits(count: 3))
    script.operations = [operation]
    #expect(script.picture == [word])
    #expect("\(script)" == "images 7\nlimits n=3\n\(word)")
    #expect(try Script("images 7\nlimits n=3\n\(word)").operations == [operation])
  }

  @Test func `a picture describes a whole world in a few lines`() throws {
    let picture = """
      images 4
      costs 1 0 400 7
      reloads 2 5 1 40
      limits c=12,n=3
      rows 64 133
      columns 2
      shows 0 1 2 1
      screen 81
      loading 2 1 1
      direction backward
      setting lead=2.5
      setting prefetchedCountsAs=unseen
      seed 18446744073709551615
      0..3 -2 1>>>>3 3<<0 !warning
      """
    let script = try Script(picture)
    #expect("\(script)" == picture)
    #expect(script.costs == [1, 0, 400, 7])
    #expect(script.reloads == [2, 5, 1, 40])
    #expect(script.limits == CacheLimits(cost: 12, count: 3))
    #expect(script.layout == ScriptLayout(rows: [64, 133], columns: 2, shows: [0, 1, 2, 1]))
    #expect(script.screen == 81)
    #expect(script.loading.frames == 2 && script.loading.ahead == 1 && script.loading.pins)
    #expect(script.direction == .backward)
    #expect(script.settings.map(\.name) == ["lead", "prefetchedCountsAs"])
    #expect(script.settings.map(\.value) == ["2.5", "unseen"])
    #expect(script.seed == .max)
    #expect(script.operations.count == 5)
    #expect(script.requests == [0, 1, 2, 3])
  }

  @Test func `omitted lines have defaults`() throws {
    let script = try Script("limits n=2\nimages 3")
    #expect(script == Script(costs: [1, 1, 1], limits: CacheLimits(count: 2)))
    #expect(try Script("images 3\nlimits none").limits == CacheLimits())
  }

  @Test func `comments, empty lines, tabs and other line ends have no effect`() throws {
    let plain = try Script("images 3\nlimits n=2\n0 1\n2")
    #expect(try Script("# a case\n\nimages 3\n \nlimits n=2\n0\t1\n#2\n  2  \n\n") == plain)
    #expect(try Script("images 3\r\nlimits n=2\r\n0 1\r\n2\r\n") == plain)
  }

  @Test func `long pictures wrap`() throws {
    var script = Script(costs: Array(repeating: 1, count: 20), limits: CacheLimits(count: 3))
    script.operations = (0..<100).map { .request($0 % 20, cost: $0) }
    #expect(script.picture.count > 1)
    #expect(script.picture.allSatisfy { $0.count <= 80 })
    #expect(try Script("\(script)") == script)
  }

  static let bad: [(text: String, sentence: String)] = [
    ("", "there is no line 'images'"),
    ("limits n=2", "there is no line 'images'"),
    ("images 3\n0 1 2", "there is no line 'limits'"),
    ("images", "line 1: found 'images', expected one number from 0 to 128 after images"),
    ("images 3 4", "line 1: found 'images 3 4', expected one number from 0 to 128 after images"),
    ("images 129", "line 1: found 'images 129', expected one number from 0 to 128 after images"),
    ("images -3", "line 1: found '-3', expected a whole number from 0"),
    ("images +3", "line 1: found '+3', expected a whole number from 0"),
    ("images many", "line 1: found 'many', expected a whole number from 0"),
    (
      "images 99999999999999999999",
      "line 1: found '99999999999999999999', expected a whole number from 0"
    ),
    ("images 3\nlimits", "line 2: found 'limits', expected limits such as c=9,n=3"),
    ("images 3\nlimits x=3", "line 2: found 'limits x=3', expected limits such as c=9,n=3"),
    ("images 3\nlimits n=-1", "line 2: found 'limits n=-1', expected limits such as c=9,n=3"),
    (
      "images 3\nlimits c=1 n=2",
      "line 2: found 'limits c=1 n=2', expected limits such as c=9,n=3"
    ),
    (
      "images 3\nlimits n=2\ncosts 1 2",
      "the line 'costs' has 2 numbers, expected 3, one for each image"
    ),
    (
      "images 3\nlimits n=2\nreloads 1 2 3 4",
      "the line 'reloads' has 4 numbers, expected 3, one for each image"
    ),
    ("images 3\nlimits n=2\nrows", "line 3: found 'rows', expected a height after rows"),
    ("images 3\nlimits n=2\nrows 64 1.5", "line 3: found '1.5', expected a whole number from 0"),
    (
      "images 3\nlimits n=2\ncolumns 0",
      "line 3: found 'columns 0', expected one number from 1 after columns"
    ),
    (
      "images 3\nlimits n=2\nscreen 0",
      "line 3: found 'screen 0', expected one number from 1 after screen"
    ),
    (
      "images 3\nlimits n=2\nshows 0 3",
      "'shows 3' refers to a missing image or item; there are 3 images"
    ),
    (
      "images 3\nlimits n=2\ndirection up",
      "line 3: found 'direction up', expected direction forward or backward"
    ),
    (
      "images 3\nlimits n=2\nloading 1 2",
      "line 3: found 'loading 1 2', expected frames, items ahead, and 1 where what is on screen "
        + "is pinned"
    ),
    ("images 3\nlimits n=2\nseed x", "line 3: found 'seed x', expected a seed"),
    (
      "images 3\nlimits n=2\nsetting lead",
      "line 3: found 'setting lead', expected setting NAME=VALUE"
    ),
    (
      "images 3\nlimits n=2\n0 1 3",
      "'3' refers to a missing image or item; there are 3 images"
    ),
    (
      "images 3\nlimits n=2\n0..3",
      "'0..3' refers to a missing image or item; there are 3 images"
    ),
    (
      "images 3\nlimits n=2\nshows 0 1\n0>>2",
      "'0>>2' refers to a missing image or item; there are 3 images"
    ),
  ]

  @Test(arguments: bad.indices)
  func `an unreadable picture is an error with a message`(place: Int) {
    let (text, sentence) = Self.bad[place]
    let error = #expect(throws: ScriptError.self) { try Script(text) }
    #expect(error.map { "\($0)" } == sentence, "\(text)")
  }

  @Test(arguments: [
    "x", "3:", "3:-5", ":5", "3:5:7", "-", "--3", "-+3", "?", "??3", "+", "++3", "+-3", "~",
    "^", "_", "_-1", "!", "!Warning", "!alarm", "t", "t500", "t+", "t+-5", "t++5",
    "t+99999999999999", "1..", "..2", "1..2..0", "1...2", "+1..2", "1>", ">2", "2>>1", "1<2", "2<2",
    "1><2", "1>>0>>2", "c=", "c=x", "c=1,x=2", "c==1", "=", "1-2", "٣",
  ])
  func `an unknown word is an error with its line`(word: String) {
    let text = "images 3\nlimits n=2\n0 1\n2 \(word) 0"
    #expect(throws: ScriptError.malformed(line: 4, found: word, expected: "an operation")) {
      try Script(text)
    }
  }
}
