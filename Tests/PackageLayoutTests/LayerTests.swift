import Foundation
import Testing

/// The layers of the package: every arrow points down.
@Suite struct LayerTests {
  /// Each target's level.
  ///
  /// A new target is entered here.
  static let levels = [
    "ScrollMath": -1,
    "ScrollCore": 0, "ScrollRecorder": 0, "TestSupport": 0, "CAllocator": 0, "CStudioFiles": 0,
    "ScrollCaching": 1, "ScrollLayout": 1, "ScrollDevice": 1, "ScrollCharts": 1,
    "ScrollSimulation": 2, "ScrollTraces": 2, "ScrollBounds": 2,
    "ScrollPages": 2, "ScrollReferences": 2, "ScrollCalibration": 2, "ImageMemoryCache": 2,
    "ScrollResults": 3, "ScrollRunStories": 3, "ScrollLaws": 3, "ScrollStallBounds": 3,
    "ScrollStudioEngine": 3, "ScrollStudio": 3, "ScrollIdentify": 3, "ScrollSecondOpinion": 3,
    "ScrollSweeps": 4, "ScrollReports": 4, "ScrollPolicyTesting": 4,
    "ScrollDoctor": 5, "ScrollSearch": 5,
    "ScrollSimCommands": 6,
    "scrollsim": 7, "scrollsim-bench": 7,
  ]

  private static let targets = Result { try PackageDescription.targets() }

  @Test func `every target has a level`() throws {
    let targets = try Self.targets.get().filter { !$0.isTest }.map(\.name)
    #expect(Set(targets) == Set(Self.levels.keys))
  }

  @Test func `every dependency lies one level down or more`() throws {
    for target in try Self.targets.get() where !target.isTest {
      let level = try #require(Self.levels[target.name], "\(target.name)")
      for dependency in target.targets {
        let below = try #require(Self.levels[dependency], "\(dependency)")
        #expect(below < level, "\(target.name) must not depend on \(dependency)")
      }
    }
  }

  @Test func `the core depends on the elementary functions alone`() throws {
    let core = try #require(try Self.targets.get().first { $0.name == "ScrollCore" })
    #expect(core.targets == ["ScrollMath"])
    #expect(core.packages.isEmpty)
  }

  @Test func `caching depends on the core and swift-collections alone`() throws {
    let caching = try #require(try Self.targets.get().first { $0.name == "ScrollCaching" })
    #expect(caching.targets == ["ScrollCore"])
    #expect(Set(caching.packages) == ["swift-collections"])
  }

  @Test func `the cache for apps depends on caching and the core alone`() throws {
    let cache = try #require(try Self.targets.get().first { $0.name == "ImageMemoryCache" })
    #expect(Set(cache.targets) == ["ScrollCore", "ScrollCaching"])
    #expect(cache.packages.isEmpty)
  }

  @Test func `nothing depends on tests or executables`() throws {
    let targets = try Self.targets.get()
    let ends = Set(targets.filter { $0.isTest || $0.isExecutable }.map(\.name))
    for target in targets where !target.isTest {
      #expect(ends.isDisjoint(with: target.targets), "\(target.name)")
    }
  }
}
