import { expect, it } from 'vitest'
import { readAddress } from './address.ts'
import type { BackendTrouble } from './trouble.ts'
import { troubleSentence } from './troubleWords.ts'

const sentence = (trouble: BackendTrouble, address?: string): string => {
  if (address === undefined) return troubleSentence(trouble)
  const read = readAddress(address, { home: '/home/ada', absolute: (path) => path })
  if (!read.ok) throw new Error(read.problem)
  return troubleSentence(trouble, read.address)
}

const S3 = 's3://acme-state/team?region=eu-central-1'
const MINIO = 's3://acme-state?endpoint=minio.local:9000'
const GCS = 'gs://acme-state'
const AZURE = 'azblob://states?storage_account=acme'
const POSTGRES = 'postgres://ada:secret@db.example.org/states?table=infra.states'
const FOLDER = 'file:///srv/state'

const forbidden = (what: 'list' | 'read' | 'write'): BackendTrouble => ({ kind: 'forbidden', what })
const credentials = (problem: 'missing' | 'expired' | 'refused'): BackendTrouble => ({ kind: 'credentials', problem })
const noSuch = (name: string): BackendTrouble => ({ kind: 'noSuchStore', name })
const failed = (code: string): BackendTrouble => ({ kind: 'failed', code })

type Case = [name: string, trouble: BackendTrouble, address: string | undefined, expected: string]

it.each<Case>([
  ['an address', { kind: 'address', problem: 'It is wrong.' }, S3, 'It is wrong.'],
  ['unreachable', { kind: 'unreachable', host: 'h' }, S3, 'h cannot be reached: check the address and the network'],
  ['no store', noSuch('bucket x'), undefined, 'There is no bucket x: correct the address.'],
  [
    'no folder',
    noSuch('folder /srv/state'),
    FOLDER,
    'There is no folder /srv/state on this server: correct the address, or mount',
  ],
  ['no bucket', noSuch('bucket acme-state'), S3, 'at AWS: correct its name, or add endpoint=…'],
  ['no bucket at an endpoint', noSuch('bucket acme-state'), MINIO, 'at https://minio.local:9000: correct its name.'],
  ['no bucket of Google', noSuch('bucket acme-state'), GCS, 'in Google Cloud Storage: correct its name.'],
  ['no container', noSuch('container states'), AZURE, 'in the storage account acme: correct its name.'],
  [
    'no container of no account',
    noSuch('container states'),
    'azblob://states',
    'add storage_account=… to the address.',
  ],
  [
    'no table',
    noSuch('table infra.states'),
    POSTGRES,
    'There is no table infra.states in the database states: correct table=…',
  ],
  [
    'no database',
    noSuch('database states'),
    POSTGRES,
    'There is no database states on db.example.org: correct the address.',
  ],
  ['no right', forbidden('list'), undefined, 'may not list in the backend: give them this right.'],
  [
    'no right to list a bucket',
    forbidden('list'),
    S3,
    'may not list the bucket: allow them s3:ListBucket on arn:aws:s3:::acme-state.',
  ],
  [
    'no right to read a bucket',
    forbidden('read'),
    S3,
    'allow them s3:GetObject on arn:aws:s3:::acme-state/team/.pulumi/*, and kms:Decrypt on its key',
  ],
  ['no right to read in China', forbidden('read'), 's3://b?region=cn-north-1', 'on arn:aws-cn:s3:::b/.pulumi/*'],
  ['no right to read at an endpoint', forbidden('read'), MINIO, 's3:GetObject on arn:aws:s3:::acme-state/.pulumi/*.'],
  [
    'no right to write to a bucket',
    forbidden('write'),
    S3,
    's3:PutObject and s3:DeleteObject on arn:aws:s3:::acme-state/team/',
  ],
  [
    'no right to list, Google',
    forbidden('list'),
    GCS,
    'give them storage.objects.list on acme-state, for example by the role Storage Object Viewer.',
  ],
  ['no right to read, Google', forbidden('read'), GCS, 'give them storage.objects.get on acme-state'],
  [
    'no right to write, Google',
    forbidden('write'),
    GCS,
    'storage.objects.create and storage.objects.delete on acme-state',
  ],
  [
    'no right to list, Azure',
    forbidden('list'),
    AZURE,
    'may not list the container: give them the role Storage Blob Data Reader on states.',
  ],
  ['no right to write, Azure', forbidden('write'), AZURE, 'the role Storage Blob Data Contributor on states.'],
  [
    'no right to read a table',
    forbidden('read'),
    POSTGRES,
    'ada may not read the table infra.states: run GRANT USAGE ON SCHEMA "infra" TO "ada"; GRANT SELECT ON "infra"."states" TO "ada".',
  ],
  [
    'no right of a role with a t, to a quoted schema with a dot',
    forbidden('read'),
    'postgres://tom@h/states?table="a.b".states',
    'tom may not read the table a.b.states: run GRANT USAGE ON SCHEMA "a.b" TO "tom"; GRANT SELECT ON "a.b"."states" TO "tom".',
  ],
  [
    'no right to list a table',
    forbidden('list'),
    'postgres://h/db',
    'The role of this server may not read the table pulumi_state: run GRANT SELECT ON "pulumi_state" TO ROLE.',
  ],
  [
    'no right to write a table',
    forbidden('write'),
    POSTGRES,
    'GRANT INSERT, UPDATE, DELETE ON "infra"."states" TO "ada".',
  ],
  [
    'no right to list a folder',
    forbidden('list'),
    FOLDER,
    'may not list everything in /srv/state: give it the right to read and enter',
  ],
  [
    'no right to read a file',
    forbidden('read'),
    FOLDER,
    'may not read the files in /srv/state: give it the right to read them.',
  ],
  [
    'no right to write to a folder',
    forbidden('write'),
    FOLDER,
    'may not write to /srv/state: give it the right to write',
  ],
  [
    'no credentials',
    credentials('missing'),
    undefined,
    'No credentials for the backend were found on this server: set up',
  ],
  [
    'no credentials, AWS',
    credentials('missing'),
    S3,
    'No credentials for AWS were found on this server: set AWS_PROFILE',
  ],
  ['no credentials, Google', credentials('missing'), GCS, 'set GOOGLE_APPLICATION_CREDENTIALS'],
  ['no credentials, Azure', credentials('missing'), AZURE, 'set AZURE_STORAGE_ACCOUNT with AZURE_STORAGE_KEY'],
  ['no password', credentials('missing'), POSTGRES, 'set PGUSER and PGPASSWORD'],
  [
    'expired credentials',
    credentials('expired'),
    S3,
    'The credentials of this server for AWS have expired: sign in again, for example with aws sso login.',
  ],
  ['expired credentials, Azure', credentials('expired'), AZURE, 'have expired: run az login again'],
  [
    'refused credentials',
    credentials('refused'),
    POSTGRES,
    'for the database are not accepted: check which ones it has',
  ],
  ['refused credentials of something', credentials('refused'), undefined, 'for the backend are not accepted'],
  ['another region', { kind: 'wrongRegion', region: 'us-west-2' }, 's3://b', 'add region=us-west-2 to the address.'],
  [
    'a wrong region',
    { kind: 'wrongRegion', region: 'us-west-2' },
    S3,
    'replace region=eu-central-1 by region=us-west-2',
  ],
  ['some other region', { kind: 'wrongRegion', region: null }, S3, 'name its region as region=… in the address.'],
  ...(
    [
      ['no TLS', 'unsupported', POSTGRES, 'db.example.org speaks no TLS: add sslmode=disable'],
      ['no TLS at an endpoint', 'unsupported', MINIO, 'check whether its endpoint begins with http://.'],
      ['an old TLS', 'old', MINIO, 'speaks no TLS as new as 1.2'],
      ['an old TLS of a database', 'old', POSTGRES, 'db.example.org speaks no TLS as new as 1.2'],
      ['a certificate', 'certificate', MINIO, 'set NODE_EXTRA_CA_CERTS'],
      ['a certificate of a database', 'certificate', POSTGRES, 'add sslrootcert=…'],
      [
        'a certificate of another authority',
        'certificate',
        `${POSTGRES}&sslrootcert=/ca.pem`,
        'not from the authority in /ca.pem',
      ],
      ['a certificate of none of the system', 'certificate', `${POSTGRES}&sslrootcert=system`, 'add sslrootcert=…'],
      ['another name', 'otherName', MINIO, 'is for another name'],
      ['another name of a database', 'otherName', POSTGRES, 'or sslmode=verify-ca'],
      ['an old certificate', 'outOfDate', MINIO, 'is not valid at this time'],
      ['an old certificate of a database', 'outOfDate', POSTGRES, 'of db.example.org is not valid at this time'],
      ['a missing client', 'clientCertificate', MINIO, 'accepts only clients with a certificate'],
      ['a missing client of a database', 'clientCertificate', POSTGRES, 'name its file as sslcert=…'],
      [
        'a refused client',
        'clientCertificate',
        `${POSTGRES}&sslcert=/c.pem`,
        'does not accept the certificate in /c.pem',
      ],
      ['a TLS that is demanded', 'required', MINIO, 'begins with https://'],
      ['a TLS that a database demands', 'required', POSTGRES, 'leave sslmode out of the address'],
    ] as const
  ).map(([name, problem, address, text]): Case => [name, { kind: 'encryption', problem }, address, text]),
  ['a file of a certificate', { kind: 'unusableFile', file: '/ca.pem' }, POSTGRES, '/ca.pem is missing on this server'],
  ['a redirect', failed('Redirected'), MINIO, 'sends clients to another address'],
  ['nobody', failed('NotAdmitted'), POSTGRES, 'add a line for it to its pg_hba.conf'],
  ['too many requests', { kind: 'throttled', retryAfterS: null }, GCS, 'Holdfast tries again later.'],
  ['too many requests for a while', { kind: 'throttled', retryAfterS: 1 }, GCS, 'Holdfast tries again in 1 second.'],
  ['damage', { kind: 'damagedObject', key: '.pulumi/x' }, GCS, '.pulumi/x in the backend is damaged'],
  ['a failure', failed('SlowPath'), S3, 'answered with an error (SlowPath): look it up'],
  ['a failure of a folder', failed('EBUSY'), FOLDER, 'The folder cannot be used (EBUSY): check the disk'],
  ['a full disk', failed('ENOSPC'), FOLDER, 'free some space.'],
  ['a wrong clock', failed('RequestTimeTooSkewed'), S3, 'The clock of this server differs too much'],
  ['an unknown setting', failed('42704'), POSTGRES, 'does not know a setting in the address'],
  [
    'an answer that is none',
    failed('NotUnderstood'),
    S3,
    'in a way that Holdfast does not understand: check that the endpoint',
  ],
])('%s', (_, trouble, address, expected) => {
  const text = sentence(trouble, address)
  expect(text).toContain(expected)
  expect(text).toMatch(/^\S.*[^.]\.$/)
  expect(text).not.toContain('secret')
})
