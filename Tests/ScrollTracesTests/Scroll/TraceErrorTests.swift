import ScrollTraces
import Testing

struct TraceErrorTests {
  /// The text to replace in the small trace, its replacement, and the resulting error.
  static let cases: [(old: String, new: String, sentence: String)] = [
    (
      "200.5,30.25", "200.5,abc",
      "photos.scroll:16: field 'offset' is 'abc'; expected a number of points with at most 6 decimals"
    ),
    (
      "200.5,30.25", "200.5,1e3",
      "photos.scroll:16: field 'offset' is '1e3'; expected a number of points with at most 6 decimals"
    ),
    (
      "200.5,30.25", "200.5,nan",
      "photos.scroll:16: field 'offset' is 'nan'; expected a number of points with at most 6 decimals"
    ),
    (
      "200.5,30.25", "200.5,2000.5",
      "photos.scroll:16: field 'offset' is '2000.5'; expected a number of points from -200.0 to 2000.0, at most one viewport beyond the content"
    ),
    (
      "200.5,30.25", "200.5,-99999999999999999999",
      "photos.scroll:16: field 'offset' is '-99999999999999999999'; expected a number of points with at most 6 decimals"
    ),
    (
      "200.5,30.25", "200.5,-200.5",
      "photos.scroll:16: field 'offset' is '-200.5'; expected a number of points from -200.0 to 2000.0, at most one viewport beyond the content"
    ),
    (
      "200.5,", "NaN,",
      "photos.scroll:16: field 'time_ms' is 'NaN'; expected a time in ms with at most 6 decimals"
    ),
    (
      "200.5,", "inf,",
      "photos.scroll:16: field 'time_ms' is 'inf'; expected a time in ms with at most 6 decimals"
    ),
    (
      "200.5,", "200.1234567,",
      "photos.scroll:16: field 'time_ms' is '200.1234567'; expected a time in ms with at most 6 decimals"
    ),
    (
      "200.5,", "-1,",
      "photos.scroll:16: field 'time_ms' is '-1'; expected a time in ms from 0 to 604800000 (a week)"
    ),
    (
      "200.5,", "604800000.000001,",
      "photos.scroll:16: field 'time_ms' is '604800000.000001'; expected a time in ms from 0 to 604800000 (a week)"
    ),
    (
      "200.5,", "9999999999999999999999,",
      "photos.scroll:16: field 'time_ms' is '9999999999999999999999'; expected a time in ms with at most 6 decimals"
    ),
    (
      "200.5,", "99,",
      "photos.scroll:16: field 'time_ms' is '99'; expected more than the time before, 100.0"
    ),
    (
      "200.5,", "100,",
      "photos.scroll:16: field 'time_ms' is '100'; expected more than the time before, 100.0"
    ),
    (
      "0,0,idle\n1", "5,0,idle\n1",
      "photos.scroll:14: field 'time_ms' is '5'; expected 0 at the first sample"
    ),
    (
      "tracking", "dragging",
      "photos.scroll:15: field 'phase' is 'dragging'; expected idle, tracking or decelerating"
    ),
    (
      ",tracking", "",
      "photos.scroll:15: field 'phase' is empty; expected idle, tracking or decelerating"
    ),
    (
      "tracking", "tracking,3",
      "photos.scroll:15: the line is '100,0,tracking,3'; expected time_ms,offset,phase and nothing more"
    ),
    (
      "time_ms,offset,phase", "time,offset",
      "photos.scroll:13: the line is 'time,offset'; expected the names of the columns, 'time_ms,offset,phase'"
    ),
    (
      "[samples]", "[sample]",
      "photos.scroll:12: the line is '[sample]'; expected [images], [items], [samples] or [gestures], [events], 'end', in this order"
    ),
    (
      "end\n", "[samples]\nend\n",
      "photos.scroll:18: the line is '[samples]'; expected [images], [items], [samples] or [gestures], [events], 'end', in this order"
    ),
    (
      "end\n", "end\nend\n", "photos.scroll:19: the line is 'end'; expected nothing after 'end'"
    ),
    (
      "title: A few rows", "name: A few rows",
      "photos.scroll:2: the line has the unknown key 'name'; expected one of title, provenance, kind, units, viewport, direction, decelerationRate, physics, layout, catalogue"
    ),
    (
      "title: A few rows", "A few rows",
      "photos.scroll:2: the line is 'A few rows'; expected 'key: value', '[section]' or 'end'"
    ),
    (
      "title: A few rows\n", "",
      "photos.scroll: field 'title' is missing; expected a header with title"
    ),
    (
      "viewport: 100x200\n", "",
      "photos.scroll: field 'viewport' is missing; expected a header with viewport"
    ),
    (
      "\ncatalogue: generated items=40 size=800x600", "",
      "photos.scroll: field 'catalogue' is missing; expected a header with catalogue"
    ),
    (
      "units: pt ms", "units: pt ms\nunits: pt ms",
      "photos.scroll:6: field 'units' is given twice; expected every key once"
    ),
    (
      "units: pt ms", "units: px ms", "photos.scroll:5: field 'units' is 'px ms'; expected 'pt ms'"
    ),
    (
      "kind: synthetic", "kind: real",
      "photos.scroll:4: field 'kind' is 'real'; expected synthetic or recorded"
    ),
    (
      "viewport: 100x200", "viewport: 0x200",
      "photos.scroll:6: field 'viewport' is '0x200'; expected WIDTHxHEIGHT in points such as 390x844, each from 1 to 100000"
    ),
    (
      "viewport: 100x200", "viewport: 100x-200",
      "photos.scroll:6: field 'viewport' is '100x-200'; expected WIDTHxHEIGHT in points such as 390x844, each from 1 to 100000"
    ),
    (
      "direction: forward", "direction: up",
      "photos.scroll:7: field 'direction' is 'up'; expected forward or backward"
    ),
    (
      "decelerationRate: normal", "decelerationRate: slow",
      "photos.scroll:8: field 'decelerationRate' is 'slow'; expected normal or fast"
    ),
    (
      "layout: list:height=50", "layout: spiral",
      "photos.scroll:9: field 'layout' is 'spiral'; expected a layout such as grid:columns=3, but there is no layout 'spiral'; there are list, grid, waterfall, carousel, feed"
    ),
    (
      "layout: list:height=50", "layout: grid" + String(repeating: ":spacing=9x", count: 200),
      "photos.scroll:9: field 'layout' is 'grid:spacing=9x:spacing=9x:spacing=9x:spacing=9x:spacing=9x:...'; expected a layout such as grid:columns=3"
    ),
    (
      "layout: list:height=50", "layout: grid:columns=3:spacing=90",
      "photos.scroll:9: field 'layout' is 'grid:columns=3:spacing=90'; expected a layout "
        + "that fits, but 3 columns 90 points apart do not fit in 100 points"
    ),
    (
      "catalogue: generated items=40 size=800x600", "catalogue: random",
      "photos.scroll:10: field 'catalogue' is 'random'; expected 'listed', or 'generated' and a recipe such as items=5000 seed=7"
    ),
    (
      "items=40", "items=0",
      "photos.scroll:10: field 'catalogue items' is '0'; expected a whole number from 1 to 2000000"
    ),
    (
      "items=40", "items=2000001",
      "photos.scroll:10: field 'catalogue items' is '2000001'; expected a whole number from 1 to 2000000"
    ),
    (
      "items=40 ", "",
      "photos.scroll:10: field 'catalogue items' is missing; expected a whole number from 1 to 2000000"
    ),
    (
      "size=800x600", "size=800x-600",
      "photos.scroll:10: field 'catalogue size' is '800x-600'; expected a size in pixels such as 800x600, 600..1600x400..1200 or 600..1600@4/3, each side from 1 to 100000"
    ),
    (
      "size=800x600", "bytes=-1",
      "photos.scroll:10: field 'catalogue bytes' is '-1'; expected an amount from 1 byte to 100 GB such as 700kB"
    ),
    (
      "size=800x600", "mix=jpg:0.5,png:0.5",
      "photos.scroll:10: field 'catalogue mix' is 'jpg:0.5,png:0.5'; expected a list such as png:0.7,jpeg:0.3 out of png, jpeg, progressive-jpeg, heic, webp, avif, jpeg-2000, gif, tiff, hybrid, pvrtc, pvrtc-2, astc, astc-6x6, astc-8x8"
    ),
    (
      "size=800x600", "colour=red",
      "photos.scroll:10: field 'catalogue recipe' is 'colour'; expected items, seed, size, mix, content, origin, bytes, shared or avatars"
    ),
    (
      "size=800x600", "items=50",
      "photos.scroll:10: field 'catalogue items' is given twice; expected every knob once"
    ),
    (
      "generated items=40 size=800x600", "listed",
      "photos.scroll:12: section '[images]' is missing; expected it, because the catalogue is listed"
    ),
  ]

  @Test(arguments: cases)
  func `every mistake has its error message`(old: String, new: String, sentence: String) {
    #expect(refusal(TraceText().replacing(old, with: new).text) == sentence)
  }

  static let images = "width,height,format,content,bytes,origin"

  @Test(arguments: [
    (
      "[images]\n\(images)\n",
      "photos.scroll:14: section '[images]' has no rows; expected at least one"
    ),
    (
      "[images]\n\(images)\n0,600,png,photo,7,disk\n",
      "photos.scroll:14: field 'width' is '0'; expected a number of pixels from 1 to 100000"
    ),
    (
      "[images]\n\(images)\n800,-600,png,photo,7,disk\n",
      "photos.scroll:14: field 'height' is '-600'; expected a number of pixels from 1 to 100000"
    ),
    (
      "[images]\n\(images)\n800,600,jpg,photo,7,disk\n",
      "photos.scroll:14: field 'format' is 'jpg'; expected one of png, jpeg, progressive-jpeg, heic, webp, avif, jpeg-2000, gif, tiff, hybrid, pvrtc, pvrtc-2, astc, astc-6x6, astc-8x8"
    ),
    (
      "[images]\n\(images)\n800,600,png,photo,0,disk\n",
      "photos.scroll:14: field 'bytes' is '0'; expected a number of bytes from 1 to 100000000000, or nothing for an estimate"
    ),
    (
      "[images]\n\(images)\n800,600,png,photo,7\n",
      "photos.scroll:14: field 'origin' is empty; expected one of bundle, disk, network"
    ),
    (
      "[images]\n\(images)\n800,600,png,photo,7,disk\n[items]\nimage\n1\n",
      "photos.scroll:17: field 'image' is '1'; expected the number of an image from 0 to 0"
    ),
    (
      "[images]\n\(images)\n800,600,png,photo,7,disk\n[items]\nimage\n",
      "photos.scroll:17: section '[items]' has no rows; expected at least one"
    ),
  ])
  func `every mistake in a listed catalog has its error message`(rows: String, sentence: String) {
    var text = TraceText()
      .replacing("generated items=40 size=800x600", with: "listed")
    text.body = rows + text.body
    #expect(refusal(text.text) == sentence)
  }

  @Test(arguments: [
    (
      "3,jump\n",
      "photos.scroll:14: field 'gesture' is 'jump'; expected 'wait MS', 'drag POINTS over MS release VELOCITY', 'flick VELOCITY', 'scrollToTop', 'scroll OFFSET', or 'start OFFSET' (only as the first, at 0 ms), with numbers from -1e9 to 1e9"
    ),
    (
      "0,flick 100\n50,flick 100\n",
      "photos.scroll:15: the line cannot be played, because gesture 2 begins before 60.0 ms, when the finger of the one before it lifts; expected a movement within the content"
    ),
    (
      "100,flick 100\n50,wait 100\n",
      "photos.scroll:15: the line cannot be played, because gesture 2 begins before gesture 1; expected a movement within the content"
    ),
    ("", "photos.scroll:14: section '[gestures]' has no rows; expected at least one"),
    (
      "0,drag 0 over 60 release 1000000000\n",
      "photos.scroll: the file cannot be played, because sample 6 of the movement is at offset 6236918.5, outside -200.0 to 2000.0, the content and one viewport beyond; expected a movement within the content"
    ),
  ])
  func `every mistake in gestures has its error message`(rows: String, sentence: String) {
    let text = TraceText(body: "[gestures]\ntime_ms,gesture\n" + rows).text
    #expect(refusal(text) == sentence)
  }

  @Test func `an error about an offset names its line although events set the range`() {
    // Rotated, 40 rows of 50 pt are as long as ever, and the viewport is 200 wide.
    var text = TraceText().replacing("1000,400,idle", with: "1000,2000.5,idle")
    text.body += "[events]\ntime_ms,event\n500,rotate\n"
    #expect(
      refusal(text.text)
        == "photos.scroll:17: field 'offset' is '2000.5'; expected a number of points from -200.0 to 2000.0, at most one viewport beyond the content"
    )
  }

  @Test func `an event after the end of the gestures is an error with its line`() {
    var text = TraceText(body: "[gestures]\ntime_ms,gesture\n0,wait 500\n")
    text.body += "[events]\ntime_ms,event\n500,rotate\n600,offline\n"
    #expect(
      refusal(text.text)
        == "photos.scroll:18: field 'time_ms' is '600'; expected a time up to the end of the movement, 500.0"
    )
  }

  @Test(arguments: [
    (
      "1000.5,offline",
      "photos.scroll:20: field 'time_ms' is '1000.5'; expected a time up to the end of the movement, 1000.0"
    ),
    (
      "5,offline\n4,online",
      "photos.scroll:21: field 'time_ms' is '4'; expected at least the time before, 5.0"
    ),
    (
      "5,memoryPressure high",
      "photos.scroll:20: field 'event' is 'memoryPressure high'; expected memoryPressure "
        + "normal|warning|critical, background, foreground, tap, relaunch, offline, online, "
        + "externalPressure BYTES (from -1000000000000000 to 1000000000000000), rotate, "
        + "insert top|end ITEMS, or change|beginAccess|endAccess|useContent IMAGE"
    ),
    (
      "5,externalPressure 1000000000000001",
      "photos.scroll:20: field 'event' is 'externalPressure 1000000000000001'; expected "
        + "memoryPressure normal|warning|critical, background, foreground, tap, relaunch, "
        + "offline, online, externalPressure BYTES (from -1000000000000000 to "
        + "1000000000000000), rotate, insert top|end ITEMS, or "
        + "change|beginAccess|endAccess|useContent IMAGE"
    ),
    (
      "5,insert middle 3",
      "photos.scroll:20: field 'event' is 'insert middle 3'; expected memoryPressure "
        + "normal|warning|critical, background, foreground, tap, relaunch, offline, online, "
        + "externalPressure BYTES (from -1000000000000000 to 1000000000000000), rotate, "
        + "insert top|end ITEMS, or change|beginAccess|endAccess|useContent IMAGE"
    ),
    (
      "5,insert top 0",
      "photos.scroll:20: field 'event' is 'insert top 0'; expected memoryPressure "
        + "normal|warning|critical, background, foreground, tap, relaunch, offline, online, "
        + "externalPressure BYTES (from -1000000000000000 to 1000000000000000), rotate, "
        + "insert top|end ITEMS, or change|beginAccess|endAccess|useContent IMAGE"
    ),
    (
      "5,insert top 30\n6,rotate\n7,insert end 10",
      "photos.scroll:22: the line cannot be played, because event 3 inserts 10 items, but "
        + "from 1 to 9 are possible, because at least one item exists at the start; expected "
        + "events that fit the catalogue"
    ),
    (
      "5,change 39\n6,change 40",
      "photos.scroll:21: the line cannot be played, because event 2 refers to image 40, but "
        + "the images are 0 to 39; expected events that fit the catalogue"
    ),
    (
      "5,beginAccess 99",
      "photos.scroll:20: the line cannot be played, because event 1 refers to image 99, but "
        + "the images are 0 to 39; expected events that fit the catalogue"
    ),
  ])
  func `every mistake in events has its error message`(rows: String, sentence: String) {
    var text = TraceText()
    text.body += "[events]\ntime_ms,event\n" + rows + "\n"
    #expect(refusal(text.text) == sentence)
  }
}
