import Dispatch
import Foundation

/// Threads and the wall clock: one thread reads, as many decode as there are lanes, and the one that
/// calls is the main thread.
final class RealMachine: Machine, @unchecked Sendable {
  private let condition = NSCondition()
  /// Under the condition's lock, with what says that the threads are to end.
  private var table: LoadTable
  private var isOver = false
  private let works: RealWorks
  private let began: Int64
  private let group = DispatchGroup()

  init(_ table: LoadTable, _ works: RealWorks, lanes: Int) {
    self.table = table
    self.works = works
    began = Clocks.wall
    serve({ $0.nextToRead() }, { _ = works.read($0) }, { $0.didRead($1) })
    for _ in 0..<lanes {
      serve({ $0.nextToDecode() }, { _ = works.decode($0) }, { $0.didDecode($1) })
    }
  }

  /// Starts a thread that does one kind of work.
  private func serve(
    _ next: @escaping @Sendable (inout LoadTable) -> Load?,
    _ work: @escaping @Sendable (Load) -> Void,
    _ done: @escaping @Sendable (inout LoadTable, Load) -> Void
  ) {
    group.enter()
    Thread.detachNewThread { [self] in
      condition.lock()
      while !isOver {
        guard let load = next(&table) else {
          condition.wait()
          continue
        }
        condition.unlock()
        work(load)
        condition.lock()
        done(&table, load)
        condition.broadcast()
      }
      condition.unlock()
      group.leave()
    }
  }

  func wait(until moment: Int64) { Clocks.sleep(until: began + moment) }

  func beginFrame(at moment: Int64) { wait(until: moment) }

  func makeCell() { _ = works.cell() }

  func upload(_ bitmap: Bitmap, of picture: Int) { _ = works.upload(bitmap, of: picture) }

  func change<Result>(_ body: (inout LoadTable) -> Result) -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return body(&table)
  }

  var free: Int64 { Clocks.wall - began }

  func stop() {
    condition.lock()
    isOver = true
    condition.broadcast()
    condition.unlock()
    group.wait()
  }
}
