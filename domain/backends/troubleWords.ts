import { counted } from '#words/counts.ts'
import { credentialsSentence, forbiddenSentence } from './accessWords.ts'
import type { PostgresAddress, StoreAddress } from './storeAddress.ts'
import type { BackendTrouble, EncryptionProblem } from './trouble.ts'

/**
 * What is wrong with a backend and what to do, one sentence. `at` is which backend it is: without it the sentence is
 * general.
 */
export function troubleSentence(trouble: BackendTrouble, at?: StoreAddress): string {
  switch (trouble.kind) {
    case 'address':
      return trouble.problem
    case 'unreachable':
      return `${trouble.host} cannot be reached: check the address and the network of this server.`
    case 'noSuchStore':
      return `There is no ${trouble.name}${whereOf(trouble.name, at)}.`
    case 'forbidden':
      return forbiddenSentence(trouble.what, at)
    case 'credentials':
      return credentialsSentence(trouble.problem, at?.kind)
    case 'wrongRegion':
      return regionSentence(trouble.region, at)
    case 'encryption':
      return encryptionSentence(trouble.problem, at)
    case 'unusableFile':
      return `${trouble.file} is missing on this server, cannot be read, or is not in the format PEM: put the certificate or key there, or name another file in the address.`
    case 'throttled':
      return `The backend asks for fewer requests: Holdfast tries again ${
        trouble.retryAfterS === null ? 'later' : `in ${counted(trouble.retryAfterS, 'second')}`
      }.`
    case 'damagedObject':
      return `${trouble.key} in the backend is damaged and cannot be read: other objects are not affected.`
    case 'failed':
      return failureSentence(trouble.code, at)
  }
}

/** Where there is no such store, and what to do. */
function whereOf(name: string, at: StoreAddress | undefined): string {
  switch (at?.kind) {
    case undefined:
      return ': correct the address'
    case 'folder':
      return ' on this server: correct the address, or mount it'
    case 's3':
      return at.endpoint === undefined
        ? ' at AWS: correct its name, or add endpoint=… to the address if it is kept elsewhere'
        : ` at ${at.endpoint}: correct its name`
    case 'gcs':
      return ' in Google Cloud Storage: correct its name'
    case 'azure':
      return at.account === undefined
        ? ': correct its name, or add storage_account=… to the address'
        : ` in the storage account ${at.account}: correct its name`
    case 'postgres':
      return name.startsWith('table')
        ? ` in the database ${at.database ?? ''}: correct table=… in the address, or let pulumi login make it`.replace(
            '  ',
            ' ',
          )
        : ` on ${at.host ?? 'the server'}: correct the address`
  }
}

function regionSentence(region: string | null, at: StoreAddress | undefined): string {
  const given = at?.kind === 's3' ? at.region : undefined
  if (region === null) return 'The bucket is in another region: name its region as region=… in the address.'
  return given === undefined
    ? `The bucket is in the region ${region}: add region=${region} to the address.`
    : `The bucket is in the region ${region}: replace region=${given} by region=${region} in the address.`
}

const encryptionSentence = (problem: EncryptionProblem, at: StoreAddress | undefined): string =>
  at?.kind === 'postgres' ? encryptionOfDatabase(problem, at) : ENCRYPTION[problem]

const ENCRYPTION: Record<EncryptionProblem, string> = {
  unsupported: 'The backend speaks no TLS: check whether its endpoint begins with http://.',
  old: 'The backend speaks no TLS as new as 1.2: update it.',
  required: 'The backend takes no connection without TLS: check whether its endpoint begins with https://.',
  certificate:
    'The certificate of the backend is not trusted: set NODE_EXTRA_CA_CERTS to the file of its authority and restart this server.',
  otherName: 'The certificate of the backend is for another name: use a name that it has in the address.',
  outOfDate: 'The certificate of the backend is not valid at this time: renew it, or set the clock of this server.',
  clientCertificate: 'The backend accepts only clients with a certificate, which Holdfast has none of for it.',
}

function encryptionOfDatabase(problem: EncryptionProblem, { host, sslRootCert, sslCert }: PostgresAddress): string {
  const database = host ?? 'the database'
  const Database = host ?? 'The database'
  switch (problem) {
    case 'unsupported':
      return `${Database} speaks no TLS: add sslmode=disable to the address if its network can be trusted.`
    case 'old':
      return `${Database} speaks no TLS as new as 1.2: update it.`
    case 'required':
      return `${Database} takes no connection of this user without TLS: leave sslmode out of the address.`
    case 'certificate':
      return sslRootCert === undefined || sslRootCert === 'system'
        ? `The certificate of ${database} is not trusted: add sslrootcert=… with the file of its authority to the address.`
        : `The certificate of ${database} is not from the authority in ${sslRootCert}: name the file of its authority as sslrootcert=… in the address.`
    case 'otherName':
      return `The certificate of ${database} is for another name: use a name that it has in the address, or sslmode=verify-ca, which compares no names.`
    case 'outOfDate':
      return `The certificate of ${database} is not valid at this time: renew it, or set the clock of this server.`
    case 'clientCertificate':
      return sslCert === undefined
        ? `${Database} accepts only clients with a certificate: name its file as sslcert=… and that of its key as sslkey=… in the address.`
        : `${Database} does not accept the certificate in ${sslCert} for this user: name another one as sslcert=… and sslkey=… in the address.`
  }
}

/** Codes of drivers, of systems and of our adapters that say what to do. */
const BY_CODE: Record<string, string> = {
  NotUnderstood:
    'The backend answered in a way that Holdfast does not understand: check that the endpoint is a store of this kind.',
  Redirected:
    'The backend sends clients to another address, which Holdfast does not follow: write that one, mostly with https://.',
  NotAdmitted:
    'The database takes no connection of this user to this database from here: add a line for it to its pg_hba.conf.',
  '42704': 'The database does not know a setting in the address: correct its parameters.',
  '42703': 'The pulumi CLI did not create this table: correct table=… in the address.',
  RequestTimeTooSkewed: 'The clock of this server differs too much from that of the backend: set it.',
  ESTALE: 'The folder was mounted again since this server opened it: restart this server.',
  Hangs:
    'The folder does not answer: check the share that it is on. Holdfast looks again, and goes on by itself once it answers.',
  OthersHang:
    'Other folders do not answer and keep this one waiting: check the shares that they are on. Holdfast looks again, and goes on by itself once they answer.',
  EIO: 'The disk with the folder reports errors: check it.',
  EMFILE: 'This server has too many files open: raise its limit of open files.',
  ENOSPC: 'The disk with the folder is full: free some space.',
}

const failureSentence = (code: string, at: StoreAddress | undefined): string =>
  BY_CODE[code] ??
  (at?.kind === 'folder'
    ? `The folder cannot be used (${code}): check the disk or the share that it is on.`
    : `The backend answered with an error (${code}): look it up in the documentation of its provider.`)
