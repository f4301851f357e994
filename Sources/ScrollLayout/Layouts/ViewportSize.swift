/// The size of the visible part of the content, in points.
public struct ViewportSize: Hashable, Sendable {
  public var width: Double, height: Double

  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }
}

extension ViewportSize: CustomStringConvertible {
  public var description: String { "\(width.shortest)x\(height.shortest)" }
}

extension Double {
  /// The number without an unneeded fraction: `320`, `0.5`.
  var shortest: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
  }
}
