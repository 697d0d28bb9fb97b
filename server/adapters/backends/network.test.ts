import { describe, expect, it } from 'vitest'
import { networkTrouble, retryAfterS, safeCode } from './network.ts'

const coded = (code: string) => Object.assign(new Error(code), { code })

describe('an error of the network', () => {
  const unreachable = { kind: 'unreachable', host: 'minio.example:9000' }
  const cases: [string, unknown, unknown][] = [
    ['of a name that does not exist', coded('ENOTFOUND'), unreachable],
    ['that another error wraps', new Error('fetch failed', { cause: coded('ECONNREFUSED') }), unreachable],
    ['of every address of a host', new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), unreachable],
    ['of time', Object.assign(new Error('late'), { name: 'TimeoutError' }), unreachable],
    ['of an unknown authority', coded('UNABLE_TO_VERIFY_LEAF_SIGNATURE'), { kind: 'encryption', problem: 'certificate' }], // prettier-ignore
    ['of an old certificate', coded('CERT_HAS_EXPIRED'), { kind: 'encryption', problem: 'outOfDate' }],
    ['of a name that is not in the certificate', coded('ERR_TLS_CERT_ALTNAME_INVALID'), { kind: 'encryption', problem: 'otherName' }], // prettier-ignore
    ['of a certificate that the server refuses', coded('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), { kind: 'encryption', problem: 'clientCertificate' }], // prettier-ignore
    ['of a certificate that the server misses', coded('ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'), { kind: 'encryption', problem: 'clientCertificate' }], // prettier-ignore
    ['of a server with an old TLS', coded('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), { kind: 'encryption', problem: 'old' }], // prettier-ignore
    ['of a server without TLS', coded('ERR_SSL_WRONG_VERSION_NUMBER'), { kind: 'encryption', problem: 'unsupported' }],
  ]
  it.each(cases)('%s is told by its code', (_which, error, trouble) => {
    expect(networkTrouble(error, 'minio.example:9000')).toEqual(trouble)
  })

  it('is no error of a program, nor one that wraps itself', () => {
    const loop: Error = new Error('round')
    loop.cause = loop
    for (const error of [new TypeError('x is not a function'), loop, 'text', undefined])
      expect(networkTrouble(error, 'host')).toBeUndefined()
  })
})

describe('the header Retry-After', () => {
  const now = Date.parse('2026-11-26T06:00:00Z')
  it('is a number of seconds, or a date', () => {
    expect(retryAfterS('7', now)).toBe(7)
    expect(retryAfterS('Thu, 26 Nov 2026 06:00:30 GMT', now)).toBe(30)
    expect(retryAfterS('Thu, 26 Nov 2026 05:00:00 GMT', now)).toBe(0)
  })
  it('is unknown if it is neither', () => {
    for (const header of [undefined, '', 'soon']) expect(retryAfterS(header, now)).toBeNull()
  })
})

it('a code for a sentence is a word, and nothing that could contain a key', () => {
  expect(safeCode('InternalError')).toBe('InternalError')
  expect(safeCode(500)).toBe('500')
  for (const text of ['https://acme.example/?sig=planted', '', 'a b', undefined]) expect(safeCode(text)).toBe('unknown')
})
