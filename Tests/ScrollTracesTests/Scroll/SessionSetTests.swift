import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollTraces
import Testing

@Suite struct SessionSetTests {
  private static func set(_ seed: UInt64 = 1) throws -> SessionSet {
    var set = SessionSet(on: try Layout(parsing: "grid:columns=3"))
    set.seed = seed
    return set
  }

  private static func sessions(_ count: Int, of set: SessionSet) throws -> [ScrollTrace] {
    try (1...count).map { try set.trace($0, provenance: "drawn here") }
  }

  @Test func `sessions vary within the documented ranges`() throws {
    let sessions = try Self.sessions(600, of: Self.set())
    for (index, session) in sessions.enumerated() {
      let number = index + 1
      #expect((15...240).contains(session.duration.seconds.rounded()), "session \(number)")
      #expect((300...3000).contains(session.catalog.items.count), "session \(number)")
      let longer = session.catalog.images.entries.map { max($0.width, $0.height) }
      #expect(Set(longer).count == 1, "session \(number)")
      #expect([400, 600, 800, 1024, 1280].contains(longer[0]), "session \(number)")
    }
    let seconds = sessions.map(\.duration.seconds).sorted()
    #expect((55...66).contains(seconds[300]), "the median is \(seconds[300]) s")
    let items = sessions.map(\.catalog.items.count).sorted()
    #expect((850...1050).contains(items[300]), "the median is \(items[300]) items")
    let shares = ["browsing", "reading", "to-and-fro"].map { style in
      sessions.count { $0.header.title.contains(": \(style),") }
    }
    #expect(shares.reduce(0, +) == 600)
    #expect((265...335).contains(shares[0]), "\(shares)")
    #expect((118...182).contains(shares[1]) && (118...182).contains(shares[2]), "\(shares)")
  }

  @Test func `a session does not depend on the number of sessions, and sessions differ`() throws {
    let set = try Self.set(7)
    let first = try Self.sessions(3, of: set)
    #expect(try set.trace(2, provenance: "drawn here") == first[1])
    #expect(Set(first.map(\.digest)).count == 3)
    #expect(try Self.set(8).trace(2, provenance: "drawn here").digest != first[1].digest)
  }

  @Test func `stated values do not vary`() throws {
    var set = try Self.set()
    set.style = .browsing
    set.duration = SimTime(seconds: 40)
    set.recipe = try CatalogRecipe(parsing: "items=500 seed=3 size=640x480")
    set.direction = .backward
    let sessions = try Self.sessions(5, of: set)
    #expect(sessions.allSatisfy { $0.header.title.contains("browsing") })
    #expect(sessions.allSatisfy { $0.catalog.items.count == 500 })
    #expect(sessions.allSatisfy { $0.catalog.images.entries[0].width == 640 })
    #expect(sessions.allSatisfy { $0.header.direction == .backward })
    #expect(Set(sessions.map(\.movement.text)).count == 5)
    set.recipe = nil
    set.origin = .network
    let images = try set.trace(1, provenance: "drawn here").catalog.images.entries
    #expect(images.allSatisfy { $0.origin == .network })
  }
}

extension TraceMovement {
  fileprivate var text: String { "\(self)" }
}
