import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isIP } from 'node:net'

// Certificates for tests of TLS, made when they are needed: no key is in the repository, and none expires.

/** A certificate and its key, as PEM. */
export type Identity = { cert: string; key: string }

type Wanted = {
  /** The common name. */
  name: string
  /** Names and addresses of a server that it is for. */
  hosts?: readonly string[]
  /** Valid until yesterday. */
  isOld?: boolean
}

/** An authority, and the certificates that it signs. */
export type Authority = Identity & { issue(wanted: Wanted): Identity }

/** Makes an authority, whose certificate it has signed itself. */
export function createAuthority(name: string): Authority {
  const own = keyPair()
  const made = (wanted: Wanted, subject: KeyPair, isAuthority: boolean): Identity => ({
    cert: pem(certificate({ ...wanted, isAuthority, subject: subject.publicKey, issuer: name, by: own.privateKey })),
    key: subject.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  })
  return { ...made({ name }, own, true), issue: (wanted) => made(wanted, keyPair(), false) }
}

/** A certificate of a server that no authority has signed. */
export function selfSigned(wanted: Wanted): Identity {
  const { publicKey, privateKey } = keyPair()
  const body = { ...wanted, isAuthority: false, subject: publicKey, issuer: wanted.name, by: privateKey }
  return { cert: pem(certificate(body)), key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() }
}

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject }
const keyPair = (): KeyPair => generateKeyPairSync('ec', { namedCurve: 'P-256' })

const DAY_MS = 86_400_000
let issued = 0

type Content = Wanted & { isAuthority: boolean; subject: KeyObject; issuer: string; by: KeyObject }

/** An X.509 certificate of version 3 (RFC 5280), in DER. */
function certificate({ name, hosts = [], isOld = false, isAuthority, subject, issuer, by }: Content): Buffer {
  issued += 1
  const algorithm = sequence(oid('1.2.840.10045.4.3.2')) // ECDSA with SHA-256
  const ends = isOld ? -DAY_MS : DAY_MS
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([issued])), // fewer than 128 in a process
    algorithm,
    named(issuer),
    sequence(time(-10 * DAY_MS), time(ends)),
    named(name),
    subject.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      sequence(
        extension('2.5.29.19', isAuthority ? sequence(der(0x01, Buffer.from([0xff]))) : sequence()), // basic constraints
        ...(hosts.length > 0 ? [extension('2.5.29.17', sequence(...hosts.map(alternative)))] : []),
      ),
    ),
  )
  return sequence(content, algorithm, bits(sign('sha256', content, by)))
}

/** A value with its tag and length. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts)
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content)
const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), der(0x04, value))
const named = (name: string): Buffer => sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(name)))))
const time = (fromNow: number): Buffer => {
  const [, rest = ''] = /^..(.*)\.\d+Z$/.exec(new Date(Date.now() + fromNow).toISOString()) ?? []
  return der(0x17, Buffer.from(`${rest.replace(/\D/g, '')}Z`))
}

/** A name of a host, or an address of version 4. */
const alternative = (host: string): Buffer =>
  isIP(host) === 4 ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host))

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const base128 = (value: number): number[] =>
    value < 128 ? [value] : [...base128(Math.floor(value / 128)).map((byte) => byte | 0x80), value % 128]
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

const pem = (bytes: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${(bytes.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
