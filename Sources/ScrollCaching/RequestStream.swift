public import ScrollCore

/// Which images were asked for, in order: what `replay` runs on.
///
/// No time and no viewport. Positions come along for spatial policies: the item whose
/// appearance asked, or the image's own number (order of first appearance).
public struct RequestStream: Sendable {
  public var images: [ImageID]
  /// The size of each request in bytes; nil where every request counts 1.
  public var sizes: [Int]?
  /// The operation of each entry; nil where every entry is a request.
  public var operations: [Operation]?
  /// The item of each request; nil where item `i` is image `i`.
  public var items: [ItemID]?
  /// Images are `0..<imageCount`.
  public var imageCount: Int
  /// Where the items lie; nil where item `i` is image `i`, one long, at position `i`.
  public var placement: ItemPlacement?
  /// The id of each image in the trace, for policies that hash it; empty means its number.
  public var keys: [UInt64]

  /// The operation that a log names.
  public enum Operation: UInt8, Sendable {
    /// A request, which is counted; a miss stores the image.
    case request
    /// A write, which stores the image and is not counted.
    case store
    /// A deletion, which takes the image out and is not counted.
    case removal
  }

  /// A stream of requests.
  /// - Precondition: sizes and items have one entry per request, where there are any.
  public init(
    images: [ImageID], imageCount: Int, sizes: [Int]? = nil, items: [ItemID]? = nil,
    placement: ItemPlacement? = nil, keys: [UInt64] = []
  ) {
    precondition(sizes.map { $0.count == images.count } ?? true, "one size per request")
    precondition(items.map { $0.count == images.count } ?? true, "one item per request")
    self.images = images
    self.imageCount = imageCount
    self.sizes = sizes
    self.items = items
    self.placement = placement
    self.keys = keys
  }

  /// The same requests, every one of size 1.
  public var countingItems: RequestStream {
    var stream = self
    stream.sizes = nil
    return stream
  }

  /// For every request the position of the next one for the same image, `Int32.max` if none.
  /// - Complexity: O(requests + images).
  public func nextUses() -> [Int32] {
    var next = [Int32](repeating: .max, count: imageCount)
    var uses = [Int32](repeating: .max, count: images.count)
    for position in images.indices.reversed() {
      let image = Int(images[position].index)
      uses[position] = next[image]
      next[image] = Int32(position)
    }
    return uses
  }
}
