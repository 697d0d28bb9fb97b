/**
 * A value decoded from Go's encoding/gob: structs and maps with text keys as objects, integers beyond 2^53 as bigints.
 */
export type GobValue =
  | number
  | bigint
  | boolean
  | string
  | Uint8Array
  | readonly GobValue[]
  | { readonly [key: string]: GobValue }

type GobType =
  | { kind: 'bool' | 'int' | 'uint' | 'float' | 'bytes' | 'string' }
  | { kind: 'list'; element: number }
  | { kind: 'map'; key: number; element: number }
  | { kind: 'struct'; fields: readonly { name: string; type: number }[] }

/** The predefined types by number; from 16 on, those that describe other types. */
const BUILT_IN: readonly (readonly [number, GobType])[] = [
  [1, { kind: 'bool' }],
  [2, { kind: 'int' }],
  [3, { kind: 'uint' }],
  [4, { kind: 'float' }],
  [5, { kind: 'bytes' }],
  [6, { kind: 'string' }],
  [
    16,
    struct({
      ArrayT: 17,
      SliceT: 19,
      StructT: 20,
      MapT: 23,
      GobEncoderT: 24,
      BinaryMarshalerT: 24,
      TextMarshalerT: 24,
    }),
  ],
  [17, struct({ CommonType: 18, Elem: 2, Len: 2 })],
  [18, struct({ Name: 6, Id: 2 })],
  [19, struct({ CommonType: 18, Elem: 2 })],
  [20, struct({ CommonType: 18, Field: 22 })],
  [21, struct({ Name: 6, Id: 2 })],
  [22, { kind: 'list', element: 21 }],
  [23, struct({ CommonType: 18, Key: 2, Elem: 2 })],
  [24, struct({ CommonType: 18 })],
]

function struct(fields: Readonly<Record<string, number>>): GobType {
  return { kind: 'struct', fields: Object.entries(fields).map(([name, type]) => ({ name, type })) }
}

/** The bytes are not a gob stream, or a truncated one. */
export class GobError extends Error {}

/** The numbers and texts of a gob stream, one after the other. */
class GobBytes {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** An unsigned integer: a byte below 128, else the negated number of bytes followed by these. */
  uint(): number | bigint {
    this.#need(1)
    const first = this.#view.getUint8(this.#at++)
    if (first < 128) return first
    const length = 256 - first
    if (length > 8) throw new GobError('no integer')
    this.#need(length)
    let value = 0n
    for (let n = 0; n < length; n++) value = (value << 8n) | BigInt(this.#view.getUint8(this.#at++))
    return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value
  }

  int(): number | bigint {
    const value = BigInt(this.uint())
    const signed = value & 1n ? ~(value >> 1n) : value >> 1n
    return signed >= BigInt(Number.MIN_SAFE_INTEGER) && signed <= BigInt(Number.MAX_SAFE_INTEGER)
      ? Number(signed)
      : signed
  }

  float(): number {
    const reversed = new DataView(new ArrayBuffer(8))
    let value = BigInt(this.uint())
    for (let n = 0; n < 8; n++, value >>= 8n) reversed.setUint8(n, Number(value & 0xffn))
    return reversed.getFloat64(0)
  }

  /** A number of elements, of which each takes a byte or more. */
  count(): number {
    const value = this.uint()
    if (typeof value !== 'number' || value > this.#bytes.length) throw new GobError('too long')
    return value
  }

  bytes(): Uint8Array {
    const length = this.count()
    this.#need(length)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  #need(count: number): void {
    if (count < 0 || this.#at + count > this.#bytes.length) throw new GobError('cut short')
  }
}

/** The values of a gob stream, by the types that it describes. */
class GobValues {
  readonly types = new Map(BUILT_IN)
  readonly #bytes: GobBytes
  readonly #utf8 = new TextDecoder()

  constructor(bytes: GobBytes) {
    this.#bytes = bytes
  }

  typeOf(id: number): GobType {
    const type = this.types.get(id)
    if (!type) throw new GobError(`unknown type ${id}`)
    return type
  }

  value(id: number): GobValue {
    const type = this.typeOf(id)
    switch (type.kind) {
      case 'bool':
        return this.#bytes.uint() === 1
      case 'int':
        return this.#bytes.int()
      case 'uint':
        return this.#bytes.uint()
      case 'float':
        return this.#bytes.float()
      case 'bytes':
        return this.#bytes.bytes()
      case 'string':
        return this.#utf8.decode(this.#bytes.bytes())
      case 'list':
        return Array.from({ length: this.#bytes.count() }, () => this.value(type.element))
      case 'map': {
        const entries = Array.from(
          { length: this.#bytes.count() },
          () => [textOf(this.value(type.key)), this.value(type.element)] as const,
        )
        return Object.fromEntries(entries)
      }
      case 'struct':
        return Object.fromEntries(this.fields(type.fields))
    }
  }

  *fields(fields: readonly { name: string; type: number }[]): Generator<[string, GobValue]> {
    let place = -1
    for (let step = this.#bytes.count(); step !== 0; step = this.#bytes.count()) {
      place += step
      const field = fields[place]
      if (!field) throw new GobError('no such field')
      yield [field.name, this.value(field.type)]
    }
  }
}

/**
 * The first field of the first struct in a gob stream. The rest is ignored: in trace files it repeats the same. Throws
 * `GobError`.
 */
export function firstField(stream: Uint8Array): { name: string; value: GobValue } {
  const bytes = new GobBytes(stream)
  const values = new GobValues(bytes)
  for (;;) {
    bytes.uint() // length of the message
    const id = Number(bytes.int())
    if (id < 0) {
      values.types.set(-id, described(values.value(16)))
      continue
    }
    const type = values.typeOf(id)
    if (type.kind !== 'struct') throw new GobError('no struct')
    const [first] = values.fields(type.fields)
    if (!first) throw new GobError('an empty struct')
    return { name: first[0], value: first[1] }
  }
}

/** A type as described by a stream. Values that encode themselves are bytes. */
function described(wire: GobValue): GobType {
  const { ArrayT, SliceT, StructT, MapT } = asObject(wire)
  const list = ArrayT ?? SliceT
  if (list !== undefined) return { kind: 'list', element: Number(asObject(list)['Elem'] ?? 0) }
  if (MapT !== undefined) {
    const { Key = 0, Elem = 0 } = asObject(MapT)
    return { kind: 'map', key: Number(Key), element: Number(Elem) }
  }
  if (StructT === undefined) return { kind: 'bytes' }
  const fields = asObject(StructT)['Field'] ?? []
  return {
    kind: 'struct',
    fields: asList(fields).map((field) => ({
      name: textOf(asObject(field)['Name']),
      type: Number(asObject(field)['Id'] ?? 0),
    })),
  }
}

/** A struct as object; members with zero values are not encoded, so they are absent. */
export const asObject = (value: GobValue | undefined): Readonly<Record<string, GobValue>> =>
  typeof value === 'object' && !Array.isArray(value) && !(value instanceof Uint8Array)
    ? (value as Readonly<Record<string, GobValue>>) // the remaining type of the union
    : {}
export const asList = (value: GobValue | undefined): readonly GobValue[] => (Array.isArray(value) ? value : [])
/** A name, or a number that represents one. */
export const textOf = (value: GobValue | undefined): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? String(value) : ''
