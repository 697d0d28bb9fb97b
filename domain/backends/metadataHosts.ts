/** Names of the metadata services of clouds, which hand out credentials to any program on their machines. */
const NAMES = new Set(['metadata', 'metadata.google.internal', 'instance-data', 'instance-data.ec2.internal'])

/** Alibaba Cloud's, and Azure's wire server; the other clouds use a link-local address. */
const ADDRESSES = new Set([ip(100, 100, 100, 200), ip(168, 63, 129, 16), ip(192, 0, 0, 192)])

function ip(...parts: number[]): number {
  return parts.reduce((sum, part) => sum * 256 + part, 0)
}

/**
 * Whether a host of an address is a metadata service, in any spelling that resolvers accept: decimal, octal and
 * hexadecimal numbers, IPv6 with an IPv4 address in it, a dot at the end. All link-local addresses are.
 */
export function isMetadataHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/%.*$/, '')
    .replace(/\.+$/, '')
  if (NAMES.has(name)) return true
  if (name.includes(':')) return isMetadataV6(name)
  const number = ipv4(name)
  return number !== undefined && isMetadataV4(number)
}

const isMetadataV4 = (number: number): boolean =>
  Math.floor(number / 65_536) === 169 * 256 + 254 || ADDRESSES.has(number)

/** An IPv4 address as a number; undefined if it is none. */
function ipv4(text: string): number | undefined {
  const parts = text.split('.').map(numberOf)
  const last = parts.at(-1)
  if (parts.length > 4 || last === undefined) return undefined
  let sum = 0
  for (const part of parts.slice(0, -1)) {
    if (part === undefined || part > 255) return undefined
    sum = sum * 256 + part
  }
  const rest = 256 ** (5 - parts.length)
  return last < rest ? sum * rest + last : undefined
}

function numberOf(text: string): number | undefined {
  if (/^0x[0-9a-f]*$/.test(text)) return Number.parseInt(text.slice(2) || '0', 16)
  if (/^0[0-7]*$/.test(text)) return Number.parseInt(text, 8)
  return /^[1-9]\d*$/.test(text) ? Number(text) : undefined
}

function isMetadataV6(text: string): boolean {
  const groups = ipv6(text)
  if (groups === undefined) return false
  const [first = 0, second] = groups
  // Link-local addresses, and fd00:ec2::/32 of AWS.
  if ((first & 0xff_c0) === 0xfe_80 || (first === 0xfd_00 && second === 0x0e_c2)) return true
  const low = (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && (groups[5] === 0 || groups[5] === 0xff_ff)
  const isNat64 = first === 0x64 && second === 0xff_9b
  return (isMapped || isNat64) && isMetadataV4(low)
}

/** The eight groups of an IPv6 address; undefined if it is none. */
function ipv6(text: string): number[] | undefined {
  const tail = /[\d.]+$/.exec(text)?.[0] ?? ''
  const embedded = tail.includes('.') ? ipv4(tail) : undefined
  const plain =
    embedded === undefined
      ? text
      : `${text.slice(0, -tail.length)}${Math.floor(embedded / 65_536).toString(16)}:${(embedded % 65_536).toString(16)}`
  const halves = plain.split('::')
  if (halves.length > 2) return undefined
  const [head = [], rest = []] = halves.map((half) => (half === '' ? [] : half.split(':')))
  const missing = 8 - head.length - rest.length
  if (halves.length === 2 ? missing < 0 : missing !== 0) return undefined
  const groups = [...head, ...Array.from({ length: missing }, () => '0'), ...rest]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/.test(group))) return undefined
  return groups.map((group) => Number.parseInt(group, 16))
}
