import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollPolicyTesting
import Testing

struct SwiftTestingTests {
  @Test func `a policy of the catalog keeps its laws`() throws {
    let lru = try PolicyCatalog.builtIn.choose("lru").entry
    try checkLaws(of: lru)
  }
}
