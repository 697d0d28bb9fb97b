import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import path from 'node:path'
import { type ConnectionOptions, createSecureContext, getCACertificates } from 'node:tls'
import { AddressProblem } from '#domain/backends/parameters.ts'
import { TLS_MODES, tlsMode } from '#domain/backends/postgresAddress.ts'
import type { PostgresAddress } from '#domain/backends/storeAddress.ts'
import { BackendError } from '#server/blobs/port.ts'

/** How connections to a database use TLS. */
export type Tls = {
  /** Undefined: only without. */
  options: ConnectionOptions | undefined
  /** Whether a connection without TLS will do. */
  mayBePlain: boolean
}

type Files = { root: string | undefined; cert: string | undefined; key: string | undefined }

/**
 * TLS as the driver of the CLI has it (lib/pq), which differs from node-postgres: `require` verifies nothing unless there is
 * a root certificate, and then as `verify-ca` does. What the address leaves out comes from `PGSSL*`, then from
 * `~/.postgresql`. Unlike for the CLI, a file that the address or the environment names must be there: without it, a
 * connection would not be what they ask for. Throws `BackendError`.
 */
export async function tlsOf(address: PostgresAddress, isSocket: boolean): Promise<Tls> {
  const { env } = process
  const root = address.sslRootCert ?? (env['PGSSLROOTCERT'] || undefined)
  const given = TLS_MODES.find((each) => each === env['PGSSLMODE'])
  const mode = modeOf({ sslMode: address.sslMode ?? given, sslRootCert: root })
  if (mode === 'disable' || isSocket) return { options: undefined, mayBePlain: true }
  const files: Files = {
    root,
    cert: address.sslCert ?? (env['PGSSLCERT'] || undefined),
    key: address.sslKey ?? (env['PGSSLKEY'] || undefined),
  }
  const mayBePlain = mode === 'prefer' || mode === 'allow'
  const authorities = mayBePlain ? undefined : await authoritiesOf(mode, files)
  return { options: { ...verificationOf(mode, authorities), ...(await clientOf(files)) }, mayBePlain }
}

function modeOf(given: Parameters<typeof tlsMode>[0]) {
  try {
    return tlsMode(given)
  } catch (error) {
    if (error instanceof AddressProblem) throw new BackendError({ kind: 'address', problem: error.message })
    throw error
  }
}

const verificationOf = (mode: string, ca: string[] | undefined): ConnectionOptions =>
  ca === undefined
    ? { rejectUnauthorized: false }
    : { ca, rejectUnauthorized: true, ...(mode !== 'verify-full' && { checkServerIdentity: () => undefined }) }

/** Undefined: no certificate is verified. Those of the system are in the store of the system, and those that Node knows. */
async function authoritiesOf(mode: string, { root }: Files): Promise<string[] | undefined> {
  const pem = root === 'system' ? undefined : await pemIn(root, 'root.crt', (text) => void new X509Certificate(text))
  if (pem !== undefined) return [pem]
  return mode === 'require' ? undefined : [...getCACertificates('default'), ...getCACertificates('system')]
}

/** The certificate by which this server shows who it is, if it has one. */
async function clientOf({ cert: certFile, key: keyFile }: Files): Promise<ConnectionOptions> {
  const cert = await pemIn(certFile, 'postgresql.crt', (text) => void new X509Certificate(text))
  if (cert === undefined) return {}
  const key = await pemIn(keyFile, 'postgresql.key', (text) => void createSecureContext({ cert, key: text }))
  if (key === undefined) throw new BackendError({ kind: 'unusableFile', file: inHome('postgresql.key') })
  return { cert, key }
}

/** The text of a file, or of the usual one in the home directory, which may be missing. Throws `BackendError`. */
async function pemIn(
  file: string | undefined,
  usual: string,
  check: (text: string) => void,
): Promise<string | undefined> {
  const at = file ?? inHome(usual)
  try {
    const text = await readFile(at, 'utf8')
    check(text)
    return text
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR)$/.test(String(error.code))
    if (file === undefined && isMissing) return undefined
    throw new BackendError({ kind: 'unusableFile', file: at })
  }
}

const inHome = (name: string): string =>
  process.platform === 'win32'
    ? path.join(process.env['APPDATA'] ?? homedir(), 'postgresql', name)
    : path.join(homedir(), '.postgresql', name)
