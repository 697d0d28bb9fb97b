import type { ConfigValue } from '#contract/updates.ts'
import { maskSecure } from '#domain/json/maskSecure.ts'
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

/** Masks an object; null if it cannot be read and may be a secret, so that it is not shown. */
function maskedObject(text: string, isSecret: boolean): string | null {
  try {
    return JSON.stringify(maskSecure(JSON.parse(text)).masked)
  } catch {
    return isSecret ? null : text
  }
}
