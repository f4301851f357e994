/// The size of the part of the screen through which content is seen, in points.
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
  /// Without a fraction where there is none: `320`, `0.5`.
  var shortest: String {
    self == rounded() && abs(self) < 1e15 ? "\(Int64(self))" : "\(self)"
  }
}
