import type { BackendKind } from '#contract/backends.ts'
import type { GcsAddress, PostgresAddress, S3Address, StoreAddress } from './storeAddress.ts'
import type { BackendTrouble } from './trouble.ts'

type What = Extract<BackendTrouble, { kind: 'forbidden' }>['what']
type Problem = Extract<BackendTrouble, { kind: 'credentials' }>['problem']

/** Which right is missing, and how to give it: one sentence. */
export function forbiddenSentence(what: What, at: StoreAddress | undefined): string {
  switch (at?.kind) {
    case undefined:
      return `The credentials of this server may not ${what} in the backend: give them this right.`
    case 'folder':
      return inFolder(what, at.path)
    case 's3':
      return `The credentials of this server may not ${IN_BUCKET[what]}: ${onS3(what, at)}.`
    case 'gcs':
      return `The credentials of this server may not ${IN_BUCKET[what]}: ${onGcs(what, at)}.`
    case 'azure':
      return `The credentials of this server may not ${IN_BUCKET[what].replace('bucket', 'container')}: give them the role ${
        what === 'write' ? 'Storage Blob Data Contributor' : 'Storage Blob Data Reader'
      } on ${at.container}.`
    case 'postgres':
      return onTable(what, at)
  }
}

const IN_BUCKET: Record<What, string> = {
  list: 'list the bucket',
  read: 'read the objects of the bucket',
  write: 'write to the bucket',
}

function inFolder(what: What, path: string): string {
  const [may, right] = {
    list: ['list everything in', 'the right to read and enter it and the folders in it'],
    read: ['read the files in', 'the right to read them'],
    write: ['write to', 'the right to write to it and the folders in it'],
  }[what]
  return `The user of this server may not ${may} ${path}: give it ${right}.`
}

/** Actions and resources of a policy. */
function onS3(what: What, { bucket, prefix, endpoint, region = '' }: S3Address): string {
  const actions = { list: 's3:ListBucket', read: 's3:GetObject', write: 's3:PutObject and s3:DeleteObject' }[what]
  const partition = region.startsWith('cn-') ? 'aws-cn' : region.startsWith('us-gov-') ? 'aws-us-gov' : 'aws'
  const objects = what === 'list' ? '' : `/${prefix}.pulumi/*`
  const key =
    what === 'read' && endpoint === undefined ? ', and kms:Decrypt on its key if it is encrypted with KMS' : ''
  return `allow them ${actions} on arn:${partition}:s3:::${bucket}${objects}${key}`
}

function onGcs(what: What, { bucket }: GcsAddress): string {
  const [permission, role] = {
    list: ['storage.objects.list', 'Storage Object Viewer'],
    read: ['storage.objects.get', 'Storage Object Viewer'],
    write: ['storage.objects.create and storage.objects.delete', 'Storage Object User'],
  }[what]
  return `give them ${permission} on ${bucket}, for example by the role ${role}`
}

function onTable(what: What, { table, user }: PostgresAddress): string {
  const role = user ?? 'The role of this server'
  const rights = what === 'write' ? 'INSERT, UPDATE, DELETE' : 'SELECT'
  const to = user === undefined ? 'ROLE' : `"${user.replaceAll('"', '""')}"`
  const [, schema] = /^("(?:[^"]|"")+")\./.exec(table) ?? []
  const usage = schema === undefined ? '' : `GRANT USAGE ON SCHEMA ${schema} TO ${to}; `
  return `${role} may not ${what === 'write' ? 'write to' : 'read'} the table ${table.replaceAll('"', '')}: run ${usage}GRANT ${rights} ON ${table} TO ${to}.`
}

/** What credentials are called, how a server gets some, and how they are renewed. */
const CREDENTIALS: Record<Exclude<BackendKind, 'folder' | 'opened'>, { of: string; get: string; renew: string }> = {
  s3: {
    of: 'AWS',
    get: 'set AWS_PROFILE or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or give its machine a role',
    renew: 'sign in again, for example with aws sso login',
  },
  gcs: {
    of: 'Google Cloud',
    get: 'set GOOGLE_APPLICATION_CREDENTIALS or GOOGLE_CREDENTIALS, or run gcloud auth application-default login',
    renew: 'run gcloud auth application-default login again',
  },
  azure: {
    of: 'Azure',
    get: 'set AZURE_STORAGE_ACCOUNT with AZURE_STORAGE_KEY or AZURE_STORAGE_SAS_TOKEN, or run az login',
    renew: 'run az login again, or make a new SAS token',
  },
  postgres: {
    of: 'the database',
    get: 'set PGUSER and PGPASSWORD, or write them into its .pgpass file',
    renew: 'set a new PGPASSWORD',
  },
}

/** What is wrong with the credentials for a kind of backend, and what to do: one sentence. */
export function credentialsSentence(problem: Problem, kind: BackendKind | undefined): string {
  const words = kind === undefined || kind === 'folder' || kind === 'opened' ? undefined : CREDENTIALS[kind]
  const of = words?.of ?? 'the backend'
  switch (problem) {
    case 'missing':
      return `No credentials for ${of} were found on this server: ${
        words?.get ?? 'set up those that the pulumi CLI uses'
      }.`
    case 'expired':
      return `The credentials of this server for ${of} have expired: ${words?.renew ?? 'sign in to its provider again'}.`
    case 'refused':
      return `The credentials of this server for ${of} are not accepted: check which ones it has; to give it others, ${
        words?.get ?? 'set up those that the pulumi CLI uses'
      }.`
  }
}
