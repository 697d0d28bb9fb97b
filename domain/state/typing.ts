import { isObject, type JsonObject } from '../json/jsonObject.ts'
import { DEPLOYMENT, type FieldType, folded, isNested, type StructType } from './fieldTypes.ts'

/** Where a value is: keys and list indexes, from the deployment inwards. */
export type Place = readonly (string | number)[]

/** A value that is not of its field's type, with the decoder's message. */
export type TypeFault = { place: Place; type: FieldType; value: unknown; message: string }

/**
 * Whether the engine's decoder reads this value for a field of that type: null for almost all. Does not examine what is
 * in `any`.
 */
export const fits = (value: unknown, type: FieldType): boolean => checkOf(type)(value)

type Check = (value: unknown) => boolean

/** The check of each type, made once: a state has hundreds of thousands of fields. */
const checks = new Map<FieldType, Check>()

function checkOf(type: FieldType): Check {
  let check = checks.get(type)
  if (check === undefined) checks.set(type, (check = makeCheck(type)))
  return check
}

/** Null counts as absent, so that the test of the usual type comes first. */
function makeCheck(type: FieldType): Check {
  switch (type.is) {
    case 'text':
      return (value) => typeof value === 'string' || isAbsent(value)
    case 'bool':
      return (value) => typeof value === 'boolean' || isAbsent(value)
    case 'number':
      return (value) => (typeof value === 'number' ? Number.isFinite(value) : isAbsent(value))
    case 'time':
      return (value) => (typeof value === 'string' ? isTime(value) : isAbsent(value))
    case 'version':
      return (value) =>
        typeof value === 'string' ? VERSION.test(value) : value === undefined || (value === null && type.isOptional)
    case 'looseVersion':
      return (value) => (typeof value === 'string' ? value === '' || LOOSE_VERSION.test(value.trim()) : isAbsent(value))
    case 'path':
      return (value) => (typeof value === 'string' ? PATH.test(value) : isAbsent(value))
    case 'bytes':
      return (value) =>
        typeof value === 'string' ? isBase64(value) : Array.isArray(value) ? value.every(isByte) : isAbsent(value)
    case 'any':
      return () => true
    case 'list':
      return checkOfList(checkOf(type.of))
    case 'map':
      return type.of.is === 'any' ? (value) => isObject(value) || isAbsent(value) : checkOfMap(checkOf(type.of))
    case 'struct':
      return checkOfStruct(new Map([...type.fields].map(([name, field]) => [name, checkOf(field)])))
  }
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined

const checkOfList =
  (check: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return isAbsent(value)
    for (let at = 0; at < value.length; at++) if (!check(value[at])) return false
    return true
  }

const checkOfMap =
  (check: Check): Check =>
  (value) => {
    if (!isObject(value)) return isAbsent(value)
    for (const key in value) if (!check(value[key])) return false
    return true
  }

const checkOfStruct =
  (fields: ReadonlyMap<string, Check>): Check =>
  (value) => {
    if (!isObject(value)) return isAbsent(value)
    for (const key in value) {
      const check = fields.get(key)
      if (check !== undefined && !check(value[key])) return false
    }
    return true
  }

/** All values in a struct that are not of their field's type, in the order of the text. */
export function typeFaults(value: unknown, type: StructType, place: Place): TypeFault[] {
  return fits(value, type) ? [] : faultsIn(value, type, place, { struct: undefined, path: namesIn(place) })
}

/** The innermost struct, and the names of the fields that lead to a value: list indexes and keys of maps are not among them. */
type Around = { struct: string | undefined; path: readonly string[] }

function faultsIn(value: unknown, type: FieldType, place: Place, around: Around): TypeFault[] {
  if (fits(value, type)) return []
  if (type.is === 'list' && Array.isArray(value)) {
    return value.flatMap((item, at) => faultsIn(item, type.of, [...place, at], around))
  }
  if (type.is === 'map' && isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => faultsIn(item, type.of, [...place, key], around))
  }
  if (type.is === 'struct' && isObject(value)) {
    return Object.entries(value).flatMap(([key, item]) => {
      const field = type.fields.get(key)
      const within = { struct: type.go.slice(type.go.indexOf('.') + 1), path: [...around.path, key] }
      return field ? faultsIn(item, field, [...place, key], within) : []
    })
  }
  return [{ place, type, value, message: messageOf(value, type, around) }]
}

const namesIn = (place: Place): string[] => place.filter((each) => typeof each === 'string')

function messageOf(value: unknown, type: FieldType, { struct, path }: Around): string {
  if (type.is === 'time') {
    return typeof value === 'string'
      ? `parsing time ${JSON.stringify(value)} as "2006-01-02T15:04:05Z07:00"`
      : 'Time.UnmarshalJSON: input is not a JSON string'
  }
  if (type.is === 'version') {
    return typeof value === 'string' || value === null
      ? `${JSON.stringify(value ?? '')} is not a semantic version`
      : `json: cannot unmarshal ${kindOf(value)} into Go value of type string`
  }
  if (typeof value === 'string') {
    if (type.is === 'bytes') return 'illegal base64 data'
    if (type.is === 'looseVersion') return `${JSON.stringify(value)} is not a version`
    if (type.is === 'path') return `${JSON.stringify(value)} is not the path of a property`
  }
  return `json: cannot unmarshal ${kindOf(value)} into Go struct field ${struct ?? ''}.${path.join('.')} of type ${type.go}`
}

/** The kind of a JSON value in the decoder's words. */
const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value

const ZERO = '0'.charCodeAt(0)
const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]?\d|2[0-3]):[0-5]\d:[0-5]\d(?:[.,]\d+)?(?:Z|[+-](?:(?:[01]\d|2[0-3]):[0-5]\d|(?:[01]\d|2[0-2]):60))$/

/**
 * RFC 3339 as Go reads it: also with an hour of one digit, a comma, or 60 minutes in the offset. Go reads an offset of
 * 24 hours too, but cannot write it: the engine would fail when it saves, so that one is refused here.
 */
function isTime(text: string): boolean {
  if (!TIME.test(text)) return false
  const day = 10 * (text.charCodeAt(8) - ZERO) + text.charCodeAt(9) - ZERO // without making a text of each
  if (day <= 28) return true
  const [year, month] = [Number(text.slice(0, 4)), Number(text.slice(5, 7))]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (month === 2 && isLeap ? 29 : (DAYS[month - 1] ?? 0))
}

const VERSION =
  /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/
const LOOSE_VERSION = new RegExp(`${VERSION.source.replace('^', '^v?')}|^v?(?:0|[1-9]\\d*)(?:\\.(?:0|[1-9]\\d*))?$`)
const PATH = /^(?!\.)(?:\.(?!$)|\[(?:"(?:[^"\\]|\\"|\\(?!"))*"|\*|[+-]?\d+)\]|[^.[])*$/s
const BASE64 = /^(?:[\d+/A-Za-z]{4})*(?:[\d+/A-Za-z]{2}==|[\d+/A-Za-z]{3}=)?$/

/** Base64 with padding, as Go reads it: line breaks are ignored. */
export const isBase64 = (text: string): boolean => BASE64.test(text.replaceAll(/[\n\r]/g, ''))

const isByte = (value: unknown): boolean =>
  value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 255)

/**
 * A deployment as the engine's decoder reads it: a key that differs from a field's name in case only counts as that
 * field (of several, the last one; objects are merged), and null in a list is an empty text or object. The same object
 * if nothing differs.
 */
export const asRead = <Value>(value: Value, type: StructType = DEPLOYMENT): Value => read(value, type) as Value

function read(value: unknown, type: FieldType): unknown {
  if (type.is === 'struct' && isObject(value)) return structAsRead(value, type)
  if (type.is === 'list' && Array.isArray(value)) return listAsRead(value, type.of)
  if (type.is === 'map' && type.of.is !== 'any' && isObject(value)) return mapAsRead(value, type.of)
  return value
}

function structAsRead(value: JsonObject, type: StructType): JsonObject {
  let copy: JsonObject | undefined
  for (const key in value) {
    const field = type.nested.get(key)
    if (field === undefined) {
      if (!type.fields.has(key) && type.folded.has(folded(key))) return structAsRead(withFieldNames(value, type), type)
      continue
    }
    const was = value[key]
    const is = read(was, field)
    if (is !== was) copy = { ...(copy ?? value), [key]: is }
  }
  return copy ?? value
}

function withFieldNames(value: JsonObject, { fields, folded: names }: StructType): JsonObject {
  const found = new Map<string, unknown>()
  for (const [key, part] of Object.entries(value)) {
    const name = fields.has(key) ? key : (names.get(folded(key)) ?? key)
    const former = found.get(name)
    if (isObject(former) && isObject(part)) found.set(name, { ...former, ...part })
    else if (part !== null || !found.has(name) || !isKept(fields.get(name))) found.set(name, part)
  }
  return Object.fromEntries(found)
}

/** Whether null leaves the value of the same field as it is. */
const isKept = (type: FieldType | undefined): boolean =>
  type !== undefined && ['text', 'bool', 'number', 'struct'].includes(type.is)

/** How Go reads null in a list. */
const EMPTY: Partial<Record<FieldType['is'], () => unknown>> = { text: () => '', path: () => '', struct: () => ({}) }

function listAsRead(items: unknown[], type: FieldType): unknown[] {
  if (!isNested(type) && !items.includes(null)) return items
  const itemAsRead = (item: unknown) => (item === null ? (EMPTY[type.is]?.() ?? null) : read(item, type))
  for (const item of items) if (itemAsRead(item) !== item) return items.map(itemAsRead)
  return items
}

function mapAsRead(value: JsonObject, type: FieldType): JsonObject {
  let copy: JsonObject | undefined
  for (const key in value) {
    const is = read(value[key], type)
    if (is !== value[key]) copy = { ...(copy ?? value), [key]: is }
  }
  return copy ?? value
}
