import type { StateDocument } from '../../state/checkpoint.ts'
import { isObject } from '../../json/jsonObject.ts'

/**
 * The lines of an export by which it is recognised, for `grep -E`: the time of the last run, and each entry with its
 * marks. The CLI prints one value a line, indented by four spaces for each level (docs/backends.md, Printed commands).
 */
export const EXPORT_LINES = '^ {12}"time"|^ {16}"(urn|delete|id|protect|taint)"'

const KEYS = ['urn', 'delete', 'id', 'protect', 'taint'] as const // as the CLI orders them
const NO_TIME = '0001-01-01T00:00:00Z'

/**
 * What `cksum` prints for these lines of a state's export, without spaces and commas. Null for a schema that the CLI
 * converts before it exports it.
 */
export function exportSum({ version, deployment }: StateDocument): string | null {
  if (version < 3) return null
  const lines = [lineOf('time', timeOf(deployment.manifest?.['time']))]
  for (const entry of deployment.resources ?? []) {
    const fields: Record<string, unknown> = isObject(entry) ? entry : {}
    for (const key of KEYS) if (isPrinted(key, fields[key])) lines.push(lineOf(key, fields[key]))
  }
  return cksum(new TextEncoder().encode(lines.map((line) => `${line.replaceAll(/[ ,]/g, '')}\n`).join('')))
}

/** The CLI leaves out what is empty, except for URNs. */
const isPrinted = (key: (typeof KEYS)[number], value: unknown): boolean =>
  key === 'urn' || value === true || (typeof value === 'string' && value !== '')

/** As Go writes it: line separators are escaped. */
const lineOf = (key: string, value: unknown): string =>
  `"${key}":${JSON.stringify(value ?? '').replaceAll(/[\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16)}`)}`

/** The CLI reads the time and writes it again: without zeros at the end of its fraction. */
const timeOf = (time: unknown): string =>
  typeof time !== 'string'
    ? NO_TIME
    : time
        .replace(/\.(\d*?)0+(?=[Z+-])/, (_, rest: string) => (rest === '' ? '' : `.${rest}`))
        .replace(/[+-]00:00$/, 'Z')

/** The table of the CRC that POSIX gives `cksum`. */
const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte << 24
  for (let bit = 0; bit < 8; bit += 1) sum = sum < 0 ? (sum << 1) ^ 0x04c11db7 : sum << 1
  return sum
})

/** The checksum and the number of bytes, as `cksum` prints them for its input: it is on every system. */
function cksum(bytes: Uint8Array): string {
  let sum = 0
  const add = (byte: number) => void (sum = (sum << 8) ^ (TABLE[((sum >>> 24) ^ byte) & 0xff] ?? 0))
  for (const byte of bytes) add(byte)
  for (let length = bytes.length; length > 0; length = Math.floor(length / 256)) add(length & 0xff)
  return `${~sum >>> 0} ${bytes.length}`
}
