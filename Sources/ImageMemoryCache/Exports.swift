// The interface of a cache uses types of these modules, so that an app needs one import.
@_exported public import ScrollCaching
@_exported public import ScrollCore
