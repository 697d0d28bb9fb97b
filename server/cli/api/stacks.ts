import { z } from 'zod'
import { STACK } from '../../http/addresses.ts'
import * as requests from './requests.ts'
import { ContinuationToken, Document, Message, Seconds, type Routes } from './route.ts'

const Names = { id: z.string(), orgName: z.string(), projectName: z.string(), stackName: z.string() }
const Stack = z.strictObject({
  ...Names,
  activeUpdate: z.string().describe('The last update, also when it has ended; empty: there was none'),
  currentOperation: z.strictObject({ kind: z.string(), author: z.string(), started: Seconds }).optional(),
  tags: z.record(z.string(), z.string()),
  version: z.int(),
})
const Stacks = z.strictObject({
  stacks: z.array(
    z.strictObject({
      ...Names,
      lastUpdate: Seconds.optional().describe('Its start; 0: in progress; none: never updated'),
      resourceCount: z.int(),
    }),
  ),
  continuationToken: z.string().nullable(),
})
const StackFilter = z.object({
  organization: z.string().optional(),
  project: z.string().optional(),
  tagName: z.string().optional().describe('Stacks that have the tag'),
  tagValue: z.string().optional().describe('Stacks whose tag has this value'),
  maxResults: z.int().min(1).optional().describe('500 at most'),
  continuationToken: ContinuationToken,
})
const Base64 = z.string().describe('Base64')
const NoConfig = 'Not supported: a stack keeps its configuration in its own file.'
const updated = z.strictObject({ updateId: z.string() })

/** Routes about stacks, their states, tags and secrets. */
export const stackRoutes: Routes = {
  'GET /api/user/stacks': {
    needs: 'read',
    id: 'ListUserStacks',
    summary: 'The stacks.',
    tag: 'Users',
    query: StackFilter,
    reply: Stacks,
  },
  'GET /api/stacks/:org/:project': {
    needs: 'read',
    id: 'ProjectExists',
    summary: 'Whether a project has stacks.',
    tag: 'Organizations',
    reply: z.strictObject({}),
  },
  'POST /api/stacks/:org/:project': {
    needs: 'operate',
    id: 'CreateStack',
    summary: 'Create a stack. Teams are ignored, with a message; configuration by the service is refused.',
    tag: 'Organizations',
    body: requests.CreateStackRequest,
    reply: z.strictObject({ messages: z.array(Message).optional() }),
  },
  [`GET ${STACK}`]: { needs: 'read', id: 'GetStack', summary: 'A stack.', tag: 'Stacks', reply: Stack },
  [`DELETE ${STACK}`]: {
    needs: 'operate',
    id: 'DeleteStack',
    summary: 'Delete a stack. It can be restored for 30 days, in the console.',
    tag: 'Stacks',
    query: z.object({ force: z.boolean().optional().describe('Also when it has resources') }),
  },
  [`POST ${STACK}/transfer`]: {
    needs: 'operate',
    id: 'TransferStack',
    summary: 'Move a stack to another organization.',
    tag: 'Stacks',
    body: requests.TransferRequest,
    second: { needs: 'operate', org: (body) => requests.TransferRequest.parse(body).toOrg },
  },
  [`POST ${STACK}/rename`]: {
    needs: 'operate',
    id: 'RenameStack',
    summary: 'Rename a stack, or give it to another project. The names in its state change with it.',
    tag: 'Stacks',
    body: requests.RenameRequest,
    reply: updated,
  },
  [`GET ${STACK}/config`]: { needs: 'read', id: 'GetStackConfig', summary: NoConfig, tag: 'StackConfig', refused: 404 },
  [`PUT ${STACK}/config`]: {
    needs: 'operate',
    id: 'UpdateStackConfig',
    summary: NoConfig,
    tag: 'StackConfig',
    refused: 400,
  },
  [`DELETE ${STACK}/config`]: { needs: 'operate', id: 'DeleteStackConfig', summary: NoConfig, tag: 'StackConfig' },
  [`GET ${STACK}/export`]: {
    needs: 'read',
    id: 'ExportStack',
    summary:
      'The current state; while an update runs, its reports so far. With secrets in plain text it needs `preview`.',
    tag: 'Stacks',
    reply: Document,
  },
  [`GET ${STACK}/export/:version`]: {
    needs: 'read',
    id: 'ExportStackAtVersion',
    summary: 'The state as an update left it. With secrets in plain text it needs `preview`.',
    tag: 'Stacks',
    reply: Document,
  },
  [`POST ${STACK}/import`]: {
    needs: 'operate',
    id: 'ImportStack',
    summary: 'Replace the state.',
    tag: 'Stacks',
    body: Document,
    reply: updated,
  },
  [`PATCH ${STACK}/tags`]: {
    needs: 'operate',
    id: 'UpdateStackTags',
    summary: 'Replace all tags.',
    tag: 'StackTags',
    body: requests.ReplaceTagsRequest,
  },
  [`POST ${STACK}/tags`]: {
    needs: 'operate',
    id: 'AddStackTag',
    summary: 'Add a tag.',
    tag: 'StackTags',
    body: requests.TagRequest,
  },
  [`PATCH ${STACK}/tags/:tag`]: {
    needs: 'operate',
    id: 'UpdateStackTag',
    summary: 'Give a tag another value.',
    tag: 'StackTags',
    body: requests.TagValueRequest,
  },
  [`DELETE ${STACK}/tags/:tag`]: { needs: 'operate', id: 'DeleteStackTag', summary: 'Remove a tag.', tag: 'StackTags' },
  [`POST ${STACK}/encrypt`]: {
    needs: 'preview',
    id: 'EncryptValue',
    summary: 'Encrypt a value with the key of the stack.',
    tag: 'Stacks',
    body: requests.EncryptRequest,
    reply: z.strictObject({ ciphertext: Base64 }),
  },
  [`POST ${STACK}/batch-encrypt`]: {
    needs: 'preview',
    id: 'BatchEncryptValue',
    summary: 'Encrypt values.',
    tag: 'Stacks',
    body: requests.BatchEncryptRequest,
    reply: z.strictObject({ ciphertexts: z.array(Base64) }),
  },
  [`POST ${STACK}/decrypt`]: {
    needs: 'preview',
    id: 'DecryptValue',
    summary: 'Decrypt a value. It is noted in the audit log.',
    tag: 'Stacks',
    body: requests.DecryptRequest,
    reply: z.strictObject({ plaintext: Base64 }),
  },
  [`POST ${STACK}/batch-decrypt`]: {
    needs: 'preview',
    id: 'BatchDecryptValue',
    summary: 'Decrypt values, given by their ciphertexts. It is noted in the audit log.',
    tag: 'Stacks',
    body: requests.BatchDecryptRequest,
    reply: z.strictObject({ plaintexts: z.record(Base64, Base64) }),
  },
  [`POST ${STACK}/decrypt/log-decryption`]: {
    needs: 'preview',
    id: 'LogOnlyDecryptValue',
    summary: 'Accepted without effect: what is decrypted here is noted anyway.',
    tag: 'Stacks',
  },
  [`POST ${STACK}/decrypt/log-batch-decryption`]: {
    needs: 'preview',
    id: 'LogOnlyBatchDecryptValue',
    summary: 'Accepted without effect: what is decrypted here is noted anyway.',
    tag: 'Stacks',
  },
}
