/**
 * The caller's network address, as Node's adapter hands it over in `env.incoming`; null in the page, where there is no
 * network. Forwarding headers are not believed: anyone who can reach the port could write them.
 */
export function addressOf(env: unknown): string | null {
  const incoming = member(env, 'incoming')
  const address = member(member(incoming, 'socket'), 'remoteAddress')
  return typeof address === 'string' ? address.replace(/^::ffff:/, '') : null
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
