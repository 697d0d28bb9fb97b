import { z } from 'zod'
import { isStrongToken } from './tokenStrength.ts'

const DEFAULT_PORT = 8080
const CLI_CONSOLE_PORT = 3000
export const DEFAULT_STATE_MB = 512
/** An open connection takes some 35 kB. */
export const DEFAULT_CONNECTIONS = 4_000
/** The largest supported state: a text is parsed as one string, and V8 does not support longer ones. */
const MAX_STATE_MB = 512

const port = (fallback?: number) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined || text === '') return fallback
      const number = Number(text)
      if (Number.isInteger(number) && number >= 1 && number <= 65_535) return number
      context.addIssue({ code: 'custom', message: 'is not a port from 1 to 65535, for example 8080' })
      return z.NEVER
    })

const optional = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text))

const MAX_HOURS = 90 * 24

const hours = (fallback: number) =>
  optional.transform((text, context) => {
    if (text === undefined) return fallback
    const number = Number(text)
    if (Number.isInteger(number) && number >= 1 && number <= MAX_HOURS) return number
    context.addIssue({
      code: 'custom',
      message: `is not a number of hours from 1 to ${MAX_HOURS}, for example ${fallback}`,
    })
    return z.NEVER
  })

/** Parses 32 bytes in hex or base64; undefined if invalid. */
function keyBytes(text: string): Uint8Array | undefined {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16))
  try {
    const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
    return bytes.byteLength === 32 ? bytes : undefined
  } catch {
    return undefined
  }
}

const Settings = z.object({
  HOLDFAST_HOST: optional,
  HOLDFAST_PORT: port(DEFAULT_PORT),
  HOLDFAST_CONSOLE_PORT: port(),
  HOLDFAST_DATA: optional.transform((path) => path ?? './data'),
  HOLDFAST_DATABASE_URL: optional, // validated by `findDatabase`, which knows the databases
  HOLDFAST_BACKENDS: optional, // read by `readBackendsFile`
  HOLDFAST_ACCESS_TOKEN: optional.superRefine((token, context) => {
    if (token === undefined || isStrongToken(token)) return
    const problem = 'must be a generated value of 128 bits or more, in hex or base64'
    context.addIssue({ code: 'custom', message: `${problem}; one is printed by: openssl rand -hex 32` })
  }),
  HOLDFAST_SESSION_IDLE_H: hours(12),
  HOLDFAST_SESSION_MAX_H: hours(7 * 24),
  HOLDFAST_MASTER_KEY: optional.transform((text, context) => {
    if (text === undefined) return undefined
    const bytes = keyBytes(text)
    if (bytes !== undefined) return bytes
    context.addIssue({
      code: 'custom',
      message: 'is not 32 bytes in hex or base64; a good one is printed by: openssl rand -hex 32',
    })
    return z.NEVER
  }),
  HOLDFAST_PUBLIC_URL: optional.transform((text, context) => {
    if (text === undefined) return undefined
    const url = URL.canParse(text) ? new URL(text) : undefined
    if (url && (url.protocol === 'http:' || url.protocol === 'https:') && url.pathname === '/') return url.origin
    context.addIssue({
      code: 'custom',
      message: 'is not an address without a path, for example https://holdfast.example.org',
    })
    return z.NEVER
  }),
  HOLDFAST_MAX_STATE_MB: optional.transform((text, context) => {
    const megabytes = Number(text ?? DEFAULT_STATE_MB)
    if (Number.isInteger(megabytes) && megabytes >= 1 && megabytes <= MAX_STATE_MB) return megabytes * 1024 * 1024
    context.addIssue({ code: 'custom', message: `is not a whole number from 1 to ${MAX_STATE_MB}, for example 512` })
    return z.NEVER
  }),
  HOLDFAST_MAX_CONNECTIONS: optional.transform((text, context) => {
    const connections = Number(text ?? DEFAULT_CONNECTIONS)
    if (Number.isInteger(connections) && connections >= 100 && connections <= 100_000) return connections
    context.addIssue({ code: 'custom', message: 'is not a whole number from 100 to 100000, for example 4000' })
    return z.NEVER
  }),
  HOLDFAST_LOG: optional.pipe(
    z
      .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
        error: 'is not a log level: fatal, error, warn, info, debug, trace or silent, for example info',
      })
      .default('info'),
  ),
  HOLDFAST_DELTA_CHECKPOINTS: optional.pipe(
    z.enum(['on', 'off'], { error: 'is neither on nor off, for example off' }).default('off'),
  ),
})

export type Settings = {
  /** Undefined means loopback, IPv4 and IPv6. */
  host: string | undefined
  port: number
  consolePort: number | undefined
  data: string
  /** Contains a password: not to be shown. Undefined means the embedded database in `data`. */
  databaseUrl: string | undefined
  /** The file that names the backends to connect. It may contain passwords. */
  backends: string | undefined
  accessToken: string | undefined
  masterKey: Uint8Array | undefined
  publicUrl: string | undefined
  /** Maximum size of a body with a state, in bytes. */
  maxBodyBytes: number
  /** Maximum number of open connections; half of them from one address. */
  maxConnections: number
  log: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
  advertiseDelta: boolean
  /** Hours after its last use, and at most hours after its start, at which a browser session ends. */
  sessionIdleH: number
  sessionMaxH: number
}

/** A setting is invalid. The message is one line that names the variable, the problem, and an example. */
export class SettingsError extends Error {}

/**
 * Parses the `HOLDFAST_*` variables; throws `SettingsError` for the first invalid one. The message never contains the
 * value.
 */
export function parseSettings(env: Record<string, string | undefined>): Settings {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('HOLDFAST_') && !(name in Settings.shape) && !TOOLS.has(name),
  )
  if (unknown !== undefined) {
    throw new SettingsError(
      `${unknown} is not a setting of Holdfast; it knows ${Object.keys(Settings.shape).join(', ')}.`,
    )
  }
  const result = Settings.safeParse(env)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new SettingsError(`${issue?.path.join('.') ?? 'A setting'} ${issue?.message ?? 'is wrong'}.`)
  }
  const { data } = result
  const main = data.HOLDFAST_PORT ?? DEFAULT_PORT
  return {
    host: data.HOLDFAST_HOST,
    port: main,
    consolePort: data.HOLDFAST_CONSOLE_PORT ?? (main === DEFAULT_PORT ? CLI_CONSOLE_PORT : undefined),
    data: data.HOLDFAST_DATA,
    databaseUrl: data.HOLDFAST_DATABASE_URL,
    backends: data.HOLDFAST_BACKENDS,
    accessToken: data.HOLDFAST_ACCESS_TOKEN,
    masterKey: data.HOLDFAST_MASTER_KEY,
    publicUrl: data.HOLDFAST_PUBLIC_URL,
    maxBodyBytes: data.HOLDFAST_MAX_STATE_MB,
    maxConnections: data.HOLDFAST_MAX_CONNECTIONS,
    log: data.HOLDFAST_LOG,
    advertiseDelta: data.HOLDFAST_DELTA_CHECKPOINTS === 'on',
    sessionIdleH: data.HOLDFAST_SESSION_IDLE_H,
    sessionMaxH: data.HOLDFAST_SESSION_MAX_H,
  }
}

/** Variables of the test and build scripts, which may be set together with ours. */
const TOOLS = new Set([
  'HOLDFAST_CHROMIUM',
  'HOLDFAST_TEST_CLOCK',
  'HOLDFAST_TEST_DATABASE_URL',
  'HOLDFAST_TEST_SERVICE',
])
