// The type of a selector, which a display link takes.
@frozen public struct Selector {
  public init(_ name: String) {}
}
