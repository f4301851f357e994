/// A machine whose clock goes from event to event.
///
/// Work takes as long as it is said to; whether that is given or was just measured is not known
/// here. Of events at one time reads end before decodes, and otherwise what began first ends first.
final class VirtualMachine: Machine {
  private struct Event {
    var time: Int64, isDecode: Bool, number: Int
    var load: Load
  }

  private var table: LoadTable
  private let works: any Works
  private let requestTime: RequestTime
  private var events: [Event] = []
  private var now: Int64 = 0, started = 0
  private var isReading = false, freeLanes: Int
  private(set) var free: Int64 = 0

  init(_ table: LoadTable, _ works: any Works, lanes: Int, requests: RequestTime) {
    self.table = table
    self.works = works
    requestTime = requests
    freeLanes = lanes
  }

  func wait(until moment: Int64) {
    while let next = events.indices.min(by: { precedes(events[$0], events[$1]) }),
      events[next].time <= moment
    {
      let event = events.remove(at: next)
      now = event.time
      if event.isDecode {
        freeLanes += 1
        table.didDecode(event.load)
      } else {
        isReading = false
        table.didRead(event.load)
      }
      serve()
    }
    now = moment
  }

  private func precedes(_ left: Event, _ right: Event) -> Bool {
    if left.time != right.time { return left.time < right.time }
    if left.isDecode != right.isDecode { return right.isDecode }
    return left.number < right.number
  }

  func beginFrame(at moment: Int64) {
    wait(until: moment)
    free = moment
  }

  func makeCell() { free += works.cell() }
  func upload(_ bitmap: Bitmap, of picture: Int) { free += works.upload(bitmap, of: picture) }

  func change<Result>(_ body: (inout LoadTable) -> Result) -> Result {
    if requestTime == .afterWork { wait(until: free) }
    defer { serve() }
    return body(&table)
  }

  /// Whatever is idle takes what waits for it.
  private func serve() {
    while freeLanes > 0, let load = table.nextToDecode() {
      freeLanes -= 1
      end(load, in: works.decode(load), isDecode: true)
    }
    if !isReading, let load = table.nextToRead() {
      isReading = true
      end(load, in: works.read(load), isDecode: false)
    }
  }

  private func end(_ load: Load, in duration: Int64, isDecode: Bool) {
    started += 1
    events.append(Event(time: now + duration, isDecode: isDecode, number: started, load: load))
  }

  func stop() {}
}
