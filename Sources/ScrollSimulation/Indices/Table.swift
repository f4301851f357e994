import BasicContainers

/// An array with one value for each thing of a kind, such as each image, accessed by the index type
/// of that kind.
struct Table<Thing, Element>: ~Copyable {
  private var values: RigidArray<Element>

  /// Returns a copy that shares no state.
  func copy() -> Table { Table(values: values.clone()) }
}

extension Table {
  init(repeating value: Element, count: Int) {
    values = RigidArray(repeating: value, count: count)
  }

  var count: Int { values.count }
  var indices: Range<IndexOf<Thing>> { IndexOf<Thing>.first(count) }

  subscript(_ index: IndexOf<Thing>) -> Element {
    @inline(__always) _read { yield values[index.position] }
    @inline(__always) _modify { yield &values[index.position] }
  }
}

extension UniqueArray {
  /// Accesses an element by an index of its own kind.
  subscript(_ index: IndexOf<Element>) -> Element {
    @inline(__always) _read { yield self[index.position] }
    @inline(__always) _modify { yield &self[index.position] }
  }
}

extension Array {
  /// Accesses an element by an index of its own kind.
  subscript(_ index: IndexOf<Element>) -> Element { self[index.position] }
}
