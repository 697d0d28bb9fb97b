import { connectionOf } from '../connection.ts'

/**
 * The caller's network address: of the connection, if the host passes it, otherwise of the socket in `env.incoming`;
 * null in the demo, where there is no network. Forwarding headers are not trusted: any client that can reach the port could set them.
 */
export function addressOf(env: unknown): string | null {
  const incoming = member(env, 'incoming')
  const address = connectionOf(env)?.address ?? member(member(incoming, 'socket'), 'remoteAddress')
  return typeof address === 'string' ? address.replace(/^::ffff:/, '') : null
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
