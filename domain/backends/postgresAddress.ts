import { AddressProblem, decoded, type Parameters } from './parameters.ts'
import type { PostgresAddress } from './storeAddress.ts'

/** The table that the CLI makes if the address names none. */
const TABLE = 'pulumi_state'

/** Parameters of the CLI's driver that name files with more parameters, or hold a key themselves. */
const REFUSED = ['service', 'servicefile', 'passfile', 'sslinline', 'hostaddr']

/** Parameters of the CLI's driver that change nothing that is read. */
const IGNORED = [
  'sslpassword',
  'sslsni',
  'sslnegotiation',
  'ssl_min_protocol_version',
  'ssl_max_protocol_version',
  'application_name',
  'fallback_application_name',
  'binary_parameters',
  'disable_prepared_binary_result',
  'client_encoding',
  'tz',
  'min_protocol_version',
  'max_protocol_version',
  'datestyle',
  'krbsrvname',
  'krbspn',
  'gssencmode',
  'target_session_attrs',
  'load_balance_hosts',
]

export const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

type Parts = { authority: string; path: string; parameters: Parameters }

/**
 * Reads the address of a table, as the driver of the CLI does: parameters that it does not know become settings of the
 * session. Throws `AddressProblem`.
 */
export function postgresAddress({ authority, path, parameters }: Parts): PostgresAddress {
  const { user, password, host: written, port } = authorityOf(authority, path)
  const host = oneOf(parameters.text('host') ?? written)
  const inPath = decoded(path).replace(/^\//, '')
  if (inPath.endsWith('/'))
    throw new AddressProblem(`“${inPath}” is not a valid database name: remove the slash at the end of the address.`)
  for (const name of REFUSED)
    if (parameters.text(name) !== undefined)
      throw new AddressProblem(`Holdfast does not read the parameter “${name}”: write what it names into the address.`)
  for (const name of IGNORED) parameters.text(name)
  const given = hidden(parameters.text('password') ?? password)
  const address: Omit<PostgresAddress, 'settings'> = {
    kind: 'postgres',
    host,
    port: parameters.count('port') ?? port,
    database: parameters.text('dbname') ?? (inPath === '' ? undefined : inPath),
    user: parameters.text('user') ?? user,
    password: given,
    prefix: inPath === '' ? '' : `${inPath}/`,
    table: tableOf(parameters.text('table') ?? TABLE),
    sslMode: parameters.choice('sslmode', TLS_MODES),
    sslRootCert: parameters.text('sslrootcert'),
    sslCert: parameters.text('sslcert'),
    sslKey: parameters.text('sslkey'),
    connectTimeoutS: parameters.count('connect_timeout'),
  }
  tlsMode(address)
  return { ...address, settings: settingsOf(parameters) }
}

type Tls = Pick<PostgresAddress, 'sslMode' | 'sslRootCert'>

/**
 * How the driver of the CLI uses TLS (lib/pq 1.12): `require` if nothing is said, and with the authorities of the system
 * only the mode that compares names, because anybody can have a certificate of these. Throws `AddressProblem` for
 * another mode with them.
 */
export function tlsMode({ sslMode, sslRootCert }: Tls): NonNullable<Tls['sslMode']> {
  const isOfSystem = sslRootCert === 'system'
  const mode = sslMode ?? (isOfSystem ? 'verify-full' : 'require')
  if (isOfSystem && mode !== 'verify-full')
    throw new AddressProblem(
      `sslrootcert=system needs sslmode=verify-full, not ${mode}: correct it, or name a file as sslrootcert=….`,
    )
  return mode
}

/** The driver of the CLI tries several hosts in their order. */
function oneOf(host: string | undefined): string | undefined {
  if (host?.includes(',') === true)
    throw new AddressProblem('The address names several hosts: Holdfast connects to one of them, so write that one.')
  return host
}

/** As the CLI and this console print a password that they do not show. */
const hidden = (password: string | undefined): string | undefined =>
  password === undefined || /^\**$/.test(password) ? undefined : password

/** A password that is not encoded can reach into the path, where it would be stored and shown. */
function authorityOf(authority: string, path: string) {
  const at = authority.lastIndexOf('@')
  const userinfo = at < 0 ? '' : authority.slice(0, at)
  const place = authority.slice(at + 1)
  oneOf(place)
  const colon = userinfo.indexOf(':')
  const user = decoded(colon < 0 ? userinfo : userinfo.slice(0, colon))
  const password = colon < 0 ? undefined : decoded(userinfo.slice(colon + 1))
  const [, inBrackets, name, port] = /^(?:\[([^\]]+)\]|([^:,[\]]*))(?::(\d*))?$/.exec(place) ?? []
  const host = inBrackets ?? name
  if (host === undefined || path.includes('@'))
    throw new AddressProblem(
      'The address has no host with a port, such as db.example.org:5432: in a password write @ as %40, / as %2F and : as %3A.',
    )
  return {
    user: user === '' ? undefined : user,
    password,
    host: host === '' ? undefined : decoded(host),
    port: port === undefined || port === '' ? undefined : Number(port),
  }
}

const IDENTIFIER = /^(?:"((?:[^"]|"")+)"|([a-z_\u0080-\uffff][\w$\u0080-\uffff]*))(?:\.|$)/i

/**
 * The CLI puts the name of the table into its statements as it is, so the database reads it as lower case unless it is
 * quoted. Here each part is quoted, so that it can be nothing but a name.
 */
function tableOf(text: string): string {
  const parts: string[] = []
  let rest = text
  while (rest !== '') {
    const match = IDENTIFIER.exec(rest)
    if (!match) break
    const name = match[1]?.replaceAll('""', '"') ?? match[2]?.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? ''
    parts.push(`"${name.replaceAll('"', '""')}"`)
    rest = rest.slice(match[0].length)
  }
  if (rest !== '' || parts.length === 0 || parts.length > 2 || text.endsWith('.'))
    throw new AddressProblem(`“${text}” is not a valid table name: write its name, or its schema, a dot and its name.`)
  return parts.join('.')
}

function settingsOf(parameters: Parameters): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const [name, value] of parameters.others()) {
    if (name === 'options')
      throw new AddressProblem('Holdfast does not read the parameter “options”: write each setting as a parameter.')
    if (!/^[a-z_][\w.]*$/i.test(name))
      throw new AddressProblem(`The address has the unknown parameter “${name}”: correct or remove it.`)
    settings[name] = value
  }
  return settings
}
