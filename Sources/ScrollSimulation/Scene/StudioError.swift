/// What a studio cannot do, as a sentence.
package struct StudioError: Error, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
