import type { ConfigValue } from '#contract/updates.ts'
import type { z } from 'zod'
import type { UpdateRequest } from '../../store/port/updates.ts'

/** Returns the configuration of an update without secrets, not even as ciphertext. */
export const maskedConfig = (config: UpdateRequest['config']): Record<string, z.infer<typeof ConfigValue>> =>
  Object.fromEntries(
    Object.entries(config).map(([key, { string, secret, object }]) => [
      key,
      { value: secret && !object ? null : object ? maskedObject(string, secret) : string, secret, object },
    ]),
  )

/**
 * Masks an object. Secret members are `{"secure": ciphertext}` (docs/protocol.md, Create and start); null if it cannot
 * be read, so that it is not shown.
 */
function maskedObject(text: string, isSecret: boolean): string | null {
  try {
    return JSON.stringify(masked(JSON.parse(text)))
  } catch {
    return isSecret ? null : text
  }
}

function masked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (entries.length === 1 && entries[0]?.[0] === 'secure') return '[secret]'
  return Object.fromEntries(entries.map(([key, member]) => [key, masked(member)]))
}
