// What an app says of a cache has types of these modules: one import is enough.
@_exported public import ScrollCaching
@_exported public import ScrollCore
