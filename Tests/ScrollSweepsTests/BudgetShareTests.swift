import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing

@Suite struct BudgetShareTests {
  @Test(arguments: ["15%", "15 %", "15%<=768MiB", "12.5% <= 512MB"])
  func `a share of memory is valid with a cap or without`(text: String) throws {
    #expect(try BudgetShare(parsing: text).percent > 0)
  }

  @Test(arguments: [
    "0%", "101%", "%", "-5%", "1e1%", "15%768MiB", "15%<=", "15%<=64MiB,128MiB", "inf%",
  ])
  func `an invalid share is an error with a message`(text: String) throws {
    do {
      let share = try BudgetShare(parsing: text)
      Issue.record("'\(text)' is \(share)")
    } catch {
      #expect(!error.description.isEmpty)
    }
  }

  /// 15 % of 6 GB are 900 MB: above the cap; of 1.99 GB they are 298.5 MB.
  @Test(arguments: [("iphone-13-pro", 768 << 20), ("iphone-8", 298_500_000)])
  func `the cap applies if the share is larger`(name: String, bytes: Int) throws {
    let device = try DeviceCatalog.builtIn.choose(name).entry
    let limit = try BudgetShare(parsing: "15%<=768MiB").limit
    #expect(limit.budget(on: device)?.bytes == bytes)
  }

  @Test func `the share that is a library's default equals the library's default limit`() throws {
    let nuke = try #require(Catalog<LoaderDescriptor>.builtIn.entries.first { $0.name == "nuke" })
    let limit = try BudgetShare(parsing: "15%<=768MiB").limit
    for device in DeviceCatalog.builtIn.entries {
      #expect(limit.budget(on: device) == nuke.ownBudget(on: device), "\(device.name)")
    }
  }
}
