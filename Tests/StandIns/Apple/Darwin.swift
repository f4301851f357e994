// As much of Darwin as ImageMemoryCache uses, from Apple's documentation, so that the compiler can
// check its code for Apple's systems. Nothing here works.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias time_t = Int

public let O_WRONLY: Int32 = 0, O_CREAT: Int32 = 0, O_CLOEXEC: Int32 = 0
public let LOCK_EX: Int32 = 0, LOCK_NB: Int32 = 0
public let EINTR: Int32 = 0, EINVAL: Int32 = 0, EWOULDBLOCK: Int32 = 0
public var errno: Int32 { 0 }

public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 { -1 }
public func close(_ descriptor: Int32) -> Int32 { -1 }
public func flock(_ descriptor: Int32, _ operation: Int32) -> Int32 { -1 }
public func ftruncate(_ descriptor: Int32, _ length: off_t) -> Int32 { -1 }
public func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ count: Int) -> Int { -1 }

@discardableResult
public func usleep(_ microseconds: UInt32) -> Int32 { -1 }

public struct timespec {
  public var tv_sec: time_t
  public var tv_nsec: Int
  public init() { (tv_sec, tv_nsec) = (0, 0) }
}

public struct clockid_t: Sendable {}
public let CLOCK_REALTIME = clockid_t()

@discardableResult
public func clock_gettime(_ clock: clockid_t, _ time: UnsafeMutablePointer<timespec>!) -> Int32 {
  -1
}

@available(macOS 10.12, iOS 10, *)
public struct os_unfair_lock {
  public init() {}
}

@available(macOS 10.12, iOS 10, *)
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}

@available(macOS 10.12, iOS 10, *)
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) {}

public struct _opaque_pthread_t {}
public struct pthread_attr_t {}
public struct pthread_cond_t {}
public struct pthread_condattr_t {}
public struct pthread_mutex_t {}
public struct pthread_mutexattr_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

public func pthread_self() -> pthread_t { fatalError() }

public func pthread_create(
  _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
  _ body: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
  _ argument: UnsafeMutableRawPointer?
) -> Int32 { -1 }

@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 { -1 }

@discardableResult
public func pthread_cond_init(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ attributes: UnsafePointer<pthread_condattr_t>?
) -> Int32 { -1 }

@discardableResult
public func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 { -1 }

@discardableResult
public func pthread_cond_broadcast(_ condition: UnsafeMutablePointer<pthread_cond_t>) -> Int32 {
  -1
}

@discardableResult
public func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>, _ mutex: UnsafeMutablePointer<pthread_mutex_t>
) -> Int32 { -1 }

public func pthread_cond_timedwait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ time: UnsafePointer<timespec>?
) -> Int32 { -1 }

@discardableResult
public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>, _ attributes: UnsafePointer<pthread_mutexattr_t>?
) -> Int32 { -1 }

@discardableResult
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { -1 }

@discardableResult
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { -1 }

@discardableResult
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) -> Int32 { -1 }

public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!,
  _ oldCount: UnsafeMutablePointer<Int>!, _ new: UnsafeMutableRawPointer!, _ newCount: Int
) -> Int32 { -1 }
