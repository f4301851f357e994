// The functions of libm that the lower layers use: the only file that names a C library. Others
// import ScrollCore.

#if canImport(Glibc)
  @_exported public import func Glibc.atan
  @_exported public import func Glibc.atanh
  @_exported public import func Glibc.cos
  @_exported public import func Glibc.exp
  @_exported public import func Glibc.exp2
  @_exported public import func Glibc.expm1
  @_exported public import func Glibc.log
  @_exported public import func Glibc.log1p
  @_exported public import func Glibc.log2
  @_exported public import func Glibc.pow
  @_exported public import func Glibc.sin
#elseif canImport(Musl)
  @_exported public import func Musl.atan
  @_exported public import func Musl.atanh
  @_exported public import func Musl.cos
  @_exported public import func Musl.exp
  @_exported public import func Musl.exp2
  @_exported public import func Musl.expm1
  @_exported public import func Musl.log
  @_exported public import func Musl.log1p
  @_exported public import func Musl.log2
  @_exported public import func Musl.pow
  @_exported public import func Musl.sin
#elseif canImport(Darwin)
  @_exported public import func Darwin.atan
  @_exported public import func Darwin.atanh
  @_exported public import func Darwin.cos
  @_exported public import func Darwin.exp
  @_exported public import func Darwin.exp2
  @_exported public import func Darwin.expm1
  @_exported public import func Darwin.log
  @_exported public import func Darwin.log1p
  @_exported public import func Darwin.log2
  @_exported public import func Darwin.pow
  @_exported public import func Darwin.sin
#endif
