import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct PictureListTests {
  private func list(_ text: String) throws(TraceError) -> PictureSet {
    try PictureList.parse(Array(text.utf8), file: "list.csv")
  }

  @Test func `rows are items in scroll order`() throws {
    let set = try list("width,height,bytes,format\n800,600,90000,jpeg\n64,64,900,image/webp\n")
    #expect(
      set.images == [
        .init(width: 800, height: 600, encoded: ByteCount(90_000)),
        .init(width: 64, height: 64, format: .webp, encoded: ByteCount(900)),
      ])
    #expect(set.items == [ImageID(0), ImageID(1)])
    #expect(set.estimates.isEmpty)
  }

  @Test func `points times the scale are pixels`() throws {
    let set = try list("scale,height,width\n3,160.5,130\n,20,10\n")
    #expect(set.images.map(\.width) == [390, 10])
    #expect(set.images.map(\.height) == [482, 20])
  }

  @Test func `missing fields are estimated and noted`() throws {
    let set = try list("width,height,format,bytes\n800,600,png,\n800,600,,\n")
    #expect(set.images[0] == .init(width: 800, height: 600, format: .png))
    #expect(set.images[1] == .init(width: 800, height: 600, format: .jpeg))
    #expect(set.estimates == ["the bytes of 2 pictures, from pixels and format"])
  }

  @Test func `the list may contain content and origin`() throws {
    let set = try list("width,height,content,origin\n8,6,graphic,bundle\n")
    #expect(set.images == [.init(width: 8, height: 6, content: .graphic, origin: .bundle)])
  }

  @Test func `measured decode times belong to a device`() throws {
    let set = try list("width,height,decode_ms:my-phone\n8,6,12.5\n8,6,\n")
    #expect(set.timedOn == "my-phone")
    #expect(set.images.map(\.decodeTime) == [SimTime(milliseconds: 12.5), nil])
    #expect(set.catalog().images.timedOn == "my-phone")
    for (text, says) in [
      ("width,height,decode_ms\n8,6,1\n", "list.csv:1: field 'decode_ms' names no device"),
      ("width,height,decode_ms:My Phone\n8,6,1\n", "like decode_ms:iphone-8"),
      ("width,height,decode_ms:a\n8,6,-1\n", "list.csv:2: field 'decode_ms' is '-1'"),
      ("width,height,decode_ms:a\n8,6,0\n", "list.csv:2: field 'decode_ms' is '0'"),
      ("width,height,decode_ms:a\n8,6,40001\n", "from 0.00001 to 40000"),
    ] {
      #expect { try list(text) } throws: { "\($0)".contains(says) }
    }
  }

  @Test(arguments: ["id", "address", "URL", "path"])
  func `equal ids are the same image`(column: String) throws {
    let set = try list(
      "\(column),width,height\n\"https://a.example/w_1,h_2\",8,6\nb,8,6\n\"https://a.example/w_1,h_2\",8,6\n,8,6\n"
    )
    #expect(set.images.count == 3)
    #expect(set.items == [0, 1, 0, 2].map { ImageID($0) })
  }

  @Test func `a picture set contains no names`() throws {
    let set = try list("id,width,height\nhttps://secret.example/me.jpg,8,6\n")
    #expect(!"\(set)".contains("secret"))
  }

  @Test func `blank lines, comments, quotes and other columns have no effect`() throws {
    let plain = try list("width,height\n8,6\n9,7\n")
    let other = try list(
      "\u{feff}# mine\r\n\"width\", note ,height\r\n\r\n8,\"a \"\"b\"\", c\" ,6\r\n9,,7")
    #expect(plain.images == other.images)
  }

  @Test(arguments: [
    (
      "",
      "list.csv: the file is empty; expected a first line that names the columns, like width,height,bytes,format, with width and height among them"
    ),
    (
      "w,h\n",
      "list.csv:1: the line is 'w,h'; expected a first line that names the columns, like width,height,bytes,format, with width and height among them"
    ),
    ("width,height,url,id\n", "list.csv:1: field 'id' is there twice; expected every column once"),
    (
      "width,height\n",
      "list.csv: the file lists no pictures; expected one in each line after the first"
    ),
    (
      "width,height\n8\n",
      "list.csv:2: field 'height' is empty; expected a number of pixels from 1 to 100000"
    ),
    (
      "width,height\n0,9\n",
      "list.csv:2: field 'width' is '0'; expected a number of pixels from 1 to 100000"
    ),
    (
      "width,height,scale\n90000,9,3\n",
      "list.csv:2: field 'width' makes 270000 pixels; expected a number of pixels from 1 to 100000"
    ),
    (
      "width,height\n0.3,9\n",
      "list.csv:2: field 'width' makes 0 pixels; expected a number of pixels from 1 to 100000"
    ),
    (
      "width,height\n8,6,7\n", "list.csv:2: the line is '8,6,7'; expected 2 fields and nothing more"
    ),
    (
      "width,height,scale\n8,6,x\n",
      "list.csv:2: field 'scale' is 'x'; expected pixels per point from 0.1 to 10, like 3"
    ),
    (
      "width,height,bytes\n8,6,-1\n",
      "list.csv:2: field 'bytes' is '-1'; expected a number of bytes from 1 to 100000000000, or nothing"
    ),
    (
      "width,height,origin\n8,6,cloud\n",
      "list.csv:2: field 'origin' is 'cloud'; expected one of bundle, disk, network"
    ),
  ])
  func `every mistake has its error message`(text: String, sentence: String) {
    let error = #expect(throws: TraceError.self) { try list(text) }
    #expect(error?.description == sentence)
  }

  @Test func `unreadable rows do not affect the others`() throws {
    let set = try list("width,height,id\n8,6,a\n8,x,b\n9,9,c\n8,7,a\n")
    #expect(set.images.map(\.width) == [8, 9])
    #expect(
      set.problems.map(\.description) == [
        "list.csv:3: field 'height' is 'x'; expected a number of pixels from 1 to 100000",
        "list.csv:5: field 'id' names a picture that appears above with another size or "
          + "format; expected the same fields wherever a picture appears again",
      ])
  }

  @Test(arguments: [";", "\t", "|"])
  func `the first line determines the separator`(separator: String) throws {
    let text = "width,height,scale,id\n80,60,1.5,a\n".replacing(",", with: separator)
    #expect(try list(text).images.map(\.width) == [120])
  }

  @Test func `numbers may have decimal commas if semicolons separate them`() throws {
    let set = try list("width;height;scale;id\n80,5;60;2;\"a;b\"\n")
    #expect(set.images.map(\.width) == [161])
    #expect(set.images.map(\.height) == [120])
  }

  @Test func `additional items repeat the given images under new ids`() throws {
    let set = try list("id,width,height\na,8,6\nb,9,7\na,8,6\n")
    let catalog = set.catalog(items: 7)
    #expect(catalog.items == [0, 1, 0, 2, 3, 2, 4].map { ImageID($0) })
    #expect(catalog.images.entries.map(\.width) == [8, 9, 8, 9, 8])
    #expect(set.catalog(items: 2).items == [0, 1].map { ImageID($0) })
    #expect(set.catalog() == set.catalog(items: 3))
  }
}
