import ScrollCore
import ScrollDevice

/// The work of every picture of a scenario: each image, or each image and its low variant.
///
/// Images that are alike share one: of ten million photos many have the same size and format.
/// A redraw at view size takes the size of the first item that shows the image. Tiles divide
/// the bitmap that is drawn, and each of them reads and decodes the whole file, once more
/// where a low variant is made of it.
struct PictureWorks: Sendable {
  /// What work depends on besides the scenario.
  private struct Picture: Hashable {
    var entry: ImageCatalog.Entry
    var view: PictureWork.Pixels?
  }

  /// In the order in which they first occur.
  private(set) var different: [PictureWork] = []
  /// For each picture which of them it has.
  private var indices: [Int32] = []

  /// - Complexity: O(images).
  init(_ scenario: Scenario) {
    let loader = scenario.loader
    indices.reserveCapacity(scenario.images.count * (loader.variants == .none ? 1 : 2))
    var known: [Picture: Int32] = [:]
    for (index, entry) in scenario.images.entries.enumerated() {
      let view =
        loader.decode == .viewSize
        ? PictureWork.viewSize(of: ImageID(index), in: scenario) : nil
      add(Picture(entry: entry, view: view), &known, scenario)
      guard loader.variants != .none else { continue }
      add(Picture(entry: entry.low(loader.lowScale), view: view), &known, scenario)
    }
  }

  private mutating func add(
    _ picture: Picture, _ known: inout [Picture: Int32], _ scenario: Scenario
  ) {
    let index = known[picture] ?? Int32(different.count)
    if Int(index) == different.count {
      different.append(PictureWork(picture.entry, view: picture.view, in: scenario))
      known[picture] = index
    }
    indices.append(index)
  }

  /// Whether decodes of any picture vary.
  var vary: Bool { different.contains { !$0.spread.isNone || !$0.storedSpread.isNone } }

  /// Whether nothing is ever downloaded.
  var areAllLocal: Bool { different.allSatisfy { !$0.isRemote } }

  /// How many pictures there are.
  var count: Int { indices.count }

  @inline(__always)
  subscript(_ picture: PictureIndex) -> PictureWork {
    different[Int(indices[picture.position])]
  }
}
