import Foundation
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

/// Damaged files of every kind: always a result or a sentence.
@Suite(.serialized) struct MutationTests {
  @Test(arguments: [scroll, recording, list, readings, har, network] + headers)
  func `a damaged file is a result or an error with a message`(reader: MutatedReader) throws {
    try reader.check()
  }

  /// The sentence of an error, nil where there is none.
  private static func refusal(_ body: () throws(TraceError) -> Void) -> String? {
    do { try body() } catch { return error.description }
    return nil
  }

  private static let scroll = MutatedReader(
    name: "scroll",
    samples: [
      TraceText().text,
      TraceText().replacing("generated items=40 size=800x600", with: "listed").replacing(
        "[samples]",
        with: "[images]\nwidth,height,format,content,bytes,origin\n64,48,png,photo,,disk\n"
          + "9,9,jpeg,graphic,77,network\n\n[items]\nimage\n0\n1\n1\n0\n1\n1\n1\n1\n1\n1\n\n[samples]"
      ).text,
      """
      scrollsim-trace 1
      title: Gestures
      provenance: a test
      kind: synthetic
      units: pt ms
      viewport: 320x240
      direction: backward
      layout: grid:columns=4:spacing=2
      catalogue: generated items=50 seed=7 size=1600x1200:3,900..1200@3/4:1 mix=jpeg:0.7,heic:0.2 shared=0.1

      [gestures]
      time_ms,gesture
      0,start 120
      500,drag 52 over 116.5 release 690
      3000,flick 1400
      9000,scrollToTop
      10000,scroll 400
      11000,wait 2500

      [events]
      time_ms,event
      2000,memoryPressure warning
      3000,rotate
      3500,insert end 3
      4000,change 1
      end

      """,
    ].map { Array($0.utf8) },
    read: { bytes in
      refusal { () throws(TraceError) in _ = try TraceFile.parse(bytes, file: "a.scroll") }
    })

  private static let recording = MutatedReader(
    name: "recording",
    samples: [
      "t_ms,scroll_y\n0,0\n16.7,10\n33.4,20\n50,20\n3050,20\n3066.7,30\n3083.4,40\n",
      "# a\r\nv,scroll_y,src,t_ms,touch\r\n9,0,raf,0,1\r\n8,10,raf,8.3,1\r\nx,12,scroll,17,0\r\n,20,raf,33.4,0",
      "t_ms,scroll_y,phase\n1,5,tracking\n2,6,decelerating\n3,7.25,idle\n",
    ].map { Array($0.utf8) },
    read: { bytes in
      let header = TraceHeader(
        title: "", provenance: "", kind: .recorded, viewport: ViewportSize(width: 390, height: 844),
        layout: .list(ListLayout(rowHeight: 100)))
      return refusal { () throws(TraceError) in
        _ = try CSVImporter(header: header, catalog: nil).parse(bytes, file: "a.csv")
      }
    })

  private static let list = MutatedReader(
    name: "list",
    samples: [
      "width,height,bytes,format,scale,id\n800,600,90000,jpeg,1,a\n10.5,20,,image/png,3,\"b,\"\"c\"\n800,600,90000,jpeg,1,a\n",
      "height,width,content,origin,url\r\n8,6,photo,disk,https://a.example/1\r\n9,7,graphic,network,2\r\n",
    ].map { Array($0.utf8) },
    read: { bytes in
      refusal { () throws(TraceError) in
        let set = try PictureList.parse(bytes, file: "a.csv")
        precondition(set.catalog(items: 9).items.count == 9)
      }
    })

  /// With what is fitted to them.
  private static let readings = MutatedReader(
    name: "readings",
    samples: [
      "# machine: a phone\n# date: today\nfile,width,height,bytes,format,content,repetition,ms\n"
        + "a.png,30,40,500,png,photo,0,1.5\na.png,30,40,500,png,photo,1,1.25\n\"b,c\",9,8,70,image/jpeg,,0,0.5\n",
      "ms;file;bytes;width;height;format\r\n1e-3;a;9;8;7;gif\r\n2;a;9;8;7;gif\r\n3;b;9;8;7;heic\r\n",
    ].map { Array($0.utf8) },
    read: { bytes in
      refusal { () throws(TraceError) in
        let readings = try ReadingsFile.parse(bytes, file: "a.csv").readings
        let fits = DecodeCalibration(readings).fits
        precondition(fits.allSatisfy { $0.perMegapixel.isFinite && $0.medianResidual.isFinite })
        precondition(fits.allSatisfy { !$0.concerns.contains(where: \.isEmpty) })
      }
    })

  /// With the pictures, the network and its profile, which must read back.
  private static let har = MutatedReader(
    name: "har",
    samples: [
      HARText.text([
        HARText.Request(),
        HARText.Request(url: "https://a.example/2.png", at: 40, type: "image/png"),
        HARText.Request(at: 90, entry: ", \"_fromCache\": \"disk\""),
      ]),
      HARText.text([
        HARText.Request(
          content: ", \"encoding\": \"base64\", \"text\": \""
            + Data(ImageBytes.jpeg(64, 48)).base64EncodedString() + "\"",
          response: ", \"_transferSize\": 9000")
      ]),
    ].map { Array($0.utf8) },
    read: { bytes in
      do {
        let file = try HARFile.parse(bytes, file: "a.har")
        let profile = HARNetwork.profile(of: file.requests)
        let again = try NetworkFile.parse(NetworkFile.text(of: profile), file: "measured.yml")
        precondition(again == profile, "\(profile) reads back as \(again)")
        _ = try PictureSet(file).catalog()
      } catch let none as PictureSet.NoPictures {
        return "\(none); expected some"
      } catch {
        return "\(error)"
      }
      return nil
    })

  private static let network = MutatedReader(
    name: "network", samples: [Array(NetworkFileText.whole.utf8)],
    read: { bytes in
      do { _ = try NetworkFile.parse(String(decoding: bytes, as: UTF8.self), file: "a.yml") } catch
      {
        return "\(error)" + ("\(error)".contains("expected ") ? "" : "; expected YAML")
      }
      return nil
    })

  private static let headers: [MutatedReader] = {
    let turned = ImageBytes.exif(6)
    return [
      header("jpeg", ["rose.jpg", "waves.jpg"], [ImageBytes.jpeg(640, 480, exif: turned)]),
      header("png", ["leaf.png"], [ImageBytes.png(9, 7, chunks: ImageBytes.chunk("eXIf", turned))]),
      header("gif", ["clock.gif"], [ImageBytes.gif(30, 20, frames: 3)]),
      header(
        "webp", ["shell.webp"],
        [
          ImageBytes.lossyWebP(9, 8), ImageBytes.losslessWebP(9, 8, hasAlpha: true),
          ImageBytes.extendedWebP(9, 8, flags: 0x1a, exif: turned),
        ]),
      header("heic", ["dune.heic"], [heic]),
      header("avif", ["moss.avif"], [heic + ImageBytes.movie(8, 4, codec: "av01", frames: 3)]),
      header("jpeg-2000", ["map.jp2"], [ImageBytes.codeStream(9, 8), ImageBytes.jp2(9, 8)]),
    ]
  }()

  private static func header(
    _ name: String, _ files: [String], _ samples: [[UInt8]]
  ) -> MutatedReader {
    let real = files.map { file in
      guard let data = try? Data(contentsOf: SampleImagesTests.folder.appendingPathComponent(file))
      else { preconditionFailure("there is no \(file)") }
      return [UInt8](data)
    }
    return MutatedReader(
      name: name, samples: real + samples,
      read: { bytes in
        let header: ImageHeader?
        do throws(HeaderFault) { header = try ImageHeader(of: bytes) } catch {
          return "\(error.fact); expected \(error.expected)"
        }
        guard let header else { return "is none; expected \(name)" }
        precondition(1...100_000 ~= header.width && 1...100_000 ~= header.height, "\(header)")
        precondition(1...8 ~= header.orientation, "\(header)")
        return nil
      })
  }

  private static let heic = ImageBytes.heif(
    brand: "msf1", primary: 3,
    items: [
      .init(id: 1, kind: "hvc1", properties: [1]),
      .init(id: 3, kind: "grid", properties: [2, 3, 4], references: ("dimg", [1, 1])),
      .init(id: 4, kind: "hvc1", properties: [2, 5], references: ("auxl", [3])),
    ],
    properties: [
      ImageBytes.extents(8, 4), ImageBytes.extents(16, 4), ImageBytes.box("irot", [1]),
      ImageBytes.box("imir", [0]),
      ImageBytes.fullBox("auxC", ImageBytes.text("urn:mpeg:hevc:2015:auxid:1\0")),
    ])
}
