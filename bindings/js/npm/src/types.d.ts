/**
 * A message that is hashed in pieces.
 *
 * ```js
 * const hasher = sha3_256.create().update(utf8('one, ')).update(utf8('two'))
 * hasher.digest() // the same as sha3_256(utf8('one, two'))
 * ```
 *
 * Its state lives in memory of JavaScript, so a hasher needs no release: it can be dropped at any time. `destroy()`
 * wipes what it contains.
 */
export interface Hasher {
  /** The length of `digest()` in bytes. */
  readonly outputLen: number
  /** How many bytes the function absorbs at a time. */
  readonly blockLen: number
  /**
   * Appends bytes to the message. Keeps no reference to `data`.
   * @throws {TypeError} If `data` is no Uint8Array, or a view of a detached buffer.
   * @throws {CounterpointError} `ERR_HASHER_ENDED` after `digest()`, `xof()` or `destroy()`.
   */
  update(data: Uint8Array): this
  /**
   * Ends the message and the hasher, and returns the digest.
   * @throws {CounterpointError} `ERR_HASHER_ENDED` after `digest()`, `xof()` or `destroy()`.
   */
  digest(): Bytes
  /**
   * As `digest()`, into the first bytes of `out`.
   * @throws {RangeError} If `out` has fewer than `outputLen` bytes.
   */
  digestInto(out: Uint8Array): this
  /** Returns a second hasher that has absorbed the same message so far. */
  clone(): this
  /** Wipes the state. The hasher can't be used any more. */
  destroy(): void
}

/** A {@link Hasher} that can be saved. */
export interface SavableHasher extends Hasher {
  /**
   * Returns the message so far as bytes, which `load` of the function continues on any machine. They are as
   * secret as the message.
   *
   * ```js
   * const saved = sha3_256.create().update(utf8('first part')).save()
   * sha3_256.load(saved).update(utf8(', second part')).digest()
   * ```
   */
  save(): Bytes
}

/**
 * A hasher whose output can have any length.
 *
 * ```js
 * const reader = shake128.create().update(utf8('seed'))
 * reader.xof(10) // the first 10 bytes of the output
 * reader.xof(10) // the next 10
 * ```
 */
export interface XofHasher extends Hasher {
  /**
   * Ends the message at the first call, and returns the next bytes of the output.
   * @param length Number of bytes, 0 to 2^32 - 1.
   * @throws {RangeError} If `length` is negative, fractional, NaN or too large.
   */
  xof(length: number): Bytes
  /** As `xof(out.length)`, into `out`, which is returned. */
  xofInto<T extends Uint8Array>(out: T): T
}

/** An {@link XofHasher} that can be saved. */
export interface SavableXofHasher extends XofHasher, SavableHasher {}

/** A tuple that is hashed element by element. */
export interface TupleHasher extends Omit<Hasher, 'update'> {
  /**
   * Appends an element: `element(a).element(b)` differs from `element(ab)`.
   * @throws {RangeError} If the element has more than 2^32 - 1 bytes.
   */
  element(data: Uint8Array): this
}

/** A {@link TupleHasher} whose output can have any length. */
export interface TupleXofHasher extends TupleHasher, Pick<XofHasher, 'xof' | 'xofInto'> {}

/** What all hash functions say about themselves. */
export interface Description {
  /** The name that this package exports the function by. */
  readonly name: string
  /** The length of the output in bytes; of an extendable function, the default one. */
  readonly outputLen: number
  /** How many bytes the function absorbs at a time. */
  readonly blockLen: number
  /** Whether hashers of the function have `xof()`. */
  readonly canXOF: boolean
}

/**
 * A hash function with a digest of a fixed length.
 *
 * ```js
 * sha3_256(utf8('abc'))
 * sha3_256.many([utf8('a'), utf8('b')])
 * ```
 */
export interface HashFunction extends Description {
  /**
   * Hashes a message. The first call compiles the module, which takes one to five milliseconds.
   * @throws {TypeError} If `message` is no Uint8Array, or a view of a detached buffer.
   * @throws {CounterpointError} At the first call, if this engine can't or may not compile WebAssembly.
   */
  (message: Uint8Array): Bytes
  /** Begins a message that is hashed in pieces. */
  create(): SavableHasher
  /**
   * Continues a message that `save()` of a hasher of the same function has written.
   * @throws {CounterpointError} `ERR_SAVED_STATE` if it is not such a message.
   */
  load(saved: Uint8Array): SavableHasher
  /**
   * Hashes many messages, which may have different lengths: side by side, if the module has SIMD.
   *
   * ```js
   * keccak256.many([utf8('a'), utf8('bc')]) // two arrays of 32 bytes
   * ```
   * @throws {TypeError} If `messages` is not an array, or one of them is not a Uint8Array; the error names its index.
   */
  many(messages: readonly Uint8Array[]): Bytes[]
  /**
   * Hashes messages of equal length that lie one after another in `data`: the fastest form for many short messages.
   *
   * ```js
   * keccak256.flat(new Uint8Array(3200), 32) // the digests of 100 messages of 32 bytes, 3,200 bytes
   * ```
   * @param each The length of a message in bytes, 1 or more.
   * @param out Where the digests are written, and what is returned; by default a new array.
   * @throws {RangeError} If the length of `data` is not a multiple of `each`, or `out` is too short or overlaps `data`.
   */
  flat(data: Uint8Array, each: number): Bytes
  flat<T extends Uint8Array>(data: Uint8Array, each: number, out: T): T
}

/** The length of the output. */
export interface OutputOptions {
  /**
   * The length of the output in bytes, from 1 to 2^32 - 1, or to 2^29 - 1 where it is a part of the computation (KMAC,
   * TupleHash and ParallelHash, but not their forms with XOF).
   */
  readonly outputLen?: number | undefined
}

/** Options of functions with a customization string. */
export interface CustomizationOptions extends OutputOptions {
  /**
   * Separates different uses of the function. Together with the key and the function name it has at most 65,512 bytes;
   * of KT, at most 2^32 - 1.
   */
  readonly customization?: Uint8Array | undefined
}

/** Options of cSHAKE. */
export interface CshakeOptions extends CustomizationOptions {
  /** The function's name, which NIST reserves for functions that it defines. */
  readonly functionName?: Uint8Array | undefined
}

/** Options of TurboSHAKE. */
export interface TurboshakeOptions extends OutputOptions {
  /** Separates different uses of the function: 1 to 127; by default 31 (0x1f). */
  readonly domain?: number | undefined
}

/** Options of ParallelHash. */
export interface ParallelhashOptions extends CustomizationOptions {
  /**
   * The length of the blocks that are hashed by themselves, in bytes, from 1 to 2^32 - 1; by default 8,192. Another
   * length gives another digest.
   */
  readonly blockLen?: number | undefined
}

/**
 * A hash function that takes options.
 *
 * ```js
 * shake128(utf8('abc'), { outputLen: 64 })
 * ```
 */
export interface HashFunctionWithOptions<Options, H extends Hasher> extends Description {
  /**
   * Hashes a message.
   * @throws {TypeError} If an argument or option has a wrong type, or an option is unknown.
   * @throws {RangeError} If an option is out of its range.
   */
  (message: Uint8Array, options?: Options): Bytes
  /** Begins a message that is hashed in pieces. */
  create(options?: Options): H
  /** Hashes many messages. See {@link HashFunction.many}. */
  many(messages: readonly Uint8Array[], options?: Options): Bytes[]
  /** Hashes messages of equal length that lie one after another in `data`. See {@link HashFunction.flat}. */
  flat(data: Uint8Array, each: number, options?: Options): Bytes
  flat<T extends Uint8Array>(data: Uint8Array, each: number, options: Options | undefined, out: T): T
}

/** A hash function that takes options, whose hashers can be saved. */
export interface SavableFunctionWithOptions<Options> extends HashFunctionWithOptions<Options, SavableXofHasher> {
  /**
   * Continues a message that `save()` of a hasher of the same function has written, with all options but `outputLen`.
   * @throws {CounterpointError} `ERR_SAVED_STATE` if it is not such a message.
   */
  load(saved: Uint8Array, options?: OutputOptions): SavableXofHasher
}

/**
 * A function that authenticates messages by a key.
 *
 * ```js
 * const tag = kmac128(key, utf8('message'))
 * kmac128.verify(key, utf8('message'), tag) // true
 * ```
 */
export interface MacFunction<H extends Hasher> extends Description {
  /** Computes the tag of a message. Keys should have at least 16 (kmac128) or 32 bytes (kmac256). */
  (key: Uint8Array, message: Uint8Array, options?: CustomizationOptions): Bytes
  /**
   * Whether `tag` is the tag of the message, by a comparison whose time does not depend on where they differ. A tag of
   * fewer than 8 bytes never is. Without `outputLen`, the expected length is that of `tag`.
   */
  verify(key: Uint8Array, message: Uint8Array, tag: Uint8Array, options?: CustomizationOptions): boolean
  /** Begins a message in pieces. */
  create(key: Uint8Array, options?: CustomizationOptions): H
  /** Computes the tags of many messages. See {@link HashFunction.many}. */
  many(key: Uint8Array, messages: readonly Uint8Array[], options?: CustomizationOptions): Bytes[]
  /** Computes the tags of messages of equal length in `data`. See {@link HashFunction.flat}. */
  flat(key: Uint8Array, data: Uint8Array, each: number, options?: CustomizationOptions): Bytes
  flat<T extends Uint8Array>(
    key: Uint8Array,
    data: Uint8Array,
    each: number,
    options: CustomizationOptions | undefined,
    out: T,
  ): T
}

/**
 * A hash function of tuples: where one element ends and the next one begins is a part of what is hashed.
 *
 * ```js
 * tuplehash128([utf8('ab'), utf8('c')]) // differs from tuplehash128([utf8('a'), utf8('bc')])
 * ```
 */
export interface TupleHashFunction<H extends TupleHasher> extends Description {
  /** Hashes a tuple. */
  (elements: readonly Uint8Array[], options?: CustomizationOptions): Bytes
  /** Begins a tuple. */
  create(options?: CustomizationOptions): H
  /** Hashes several tuples, one after the other. */
  many(tuples: readonly (readonly Uint8Array[])[], options?: CustomizationOptions): Bytes[]
}

/** New memory that belongs to the caller: `Uint8Array<ArrayBuffer>` from TypeScript 5.7 on, before it `Uint8Array`. */
export type Bytes = ReturnType<typeof Uint8Array.of>
