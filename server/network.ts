/**
 * The part of an address by which failures and shares are counted: a client with one IPv6 address has the other
 * addresses of its /64 network, too.
 */
export function networkOf(address: string | null): string {
  if (address === null || !address.includes(':')) return address ?? ''
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = 8 - groups.length - tail.split(':').filter(Boolean).length
  return [...groups, ...Array.from({ length: missing }, () => '0'), ...tail.split(':')].slice(0, 4).join(':')
}

/** Whether only programs of this machine reach what listens at this host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.[\d.]+$/.test(host)
