/**
 * Names and addresses of the metadata services of clouds, which hand out credentials to any program on their machines:
 * the last three are Alibaba Cloud's, Azure's wire server, and Oracle Cloud's; others use a link-local address.
 */
const HOSTS = new Set([
  'metadata',
  'metadata.google.internal',
  'instance-data',
  'instance-data.ec2.internal',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

/**
 * Whether a host of an address, which may have a port, is a metadata service, in any spelling that resolvers accept.
 * All link-local addresses are.
 */
export function isMetadataHost(text: string): boolean {
  const host = hostOf(text) ?? ''
  return host.startsWith('[') ? isMetadataV6(host.slice(1, -1)) : isMetadataV4(host)
}

/** What is wrong with the host of an address that is a metadata service, or a name of one; with what to do. */
export const metadataProblem = (host: string, verb: 'is' | 'leads to'): string =>
  `${host} ${verb} a metadata service of a cloud, which keeps no states: correct the address.`

/**
 * The host as clients read it: percent signs, full-width characters and numbers of any base are decoded. An IPv6 address
 * may be without its brackets, and have a zone.
 */
const hostOf = (text: string): string | undefined =>
  (URL.parse(`http://${text}`) ?? URL.parse(`http://[${text.replace(/%.*$/, '')}]`))?.hostname.replace(/\.+$/, '')

const isMetadataV4 = (host: string): boolean => HOSTS.has(host) || host.startsWith('169.254.')

/** Link-local addresses, fd00:ec2::/32 of AWS, and addresses with one of IPv4 in them: mapped, or of NAT64. */
function isMetadataV6(host: string): boolean {
  if (/^(?:fe[89ab][0-9a-f]|fd00:ec2):/.test(host)) return true
  const words = /^(?:::(?:ffff:)?|64:ff9b:(?:.*:)?)([0-9a-f]+):([0-9a-f]+)$/.exec(host)?.slice(1) ?? []
  const bytes = words.map((word) => Number.parseInt(word, 16)).flatMap((word) => [word >> 8, word & 0xff])
  return isMetadataV4(bytes.join('.'))
}
