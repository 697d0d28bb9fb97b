import { vi } from 'vitest'
import { type ApprovalRule, Approvals, RunApprovals } from '#contract/approvals.ts'
import type { Role } from '#contract/session.ts'
import { createToken } from '#server/core/access/credentials.ts'
import { createHarness, replyOf } from '../consoleHarness.ts'

export const REF = 'acme/shop/prod'
const TYPE = 'aws:rds/instance:Instance'

export const urnOf = (name: string, type = TYPE) => `urn:pulumi:prod::shop::${type}::${name}`

/** A resource that holds data, as in a state. */
export const database = (name: string, more: object = {}) => ({
  urn: urnOf(name),
  type: TYPE,
  custom: true,
  id: `id-of-${name}`,
  inputs: { engine: 'postgres' },
  outputs: {},
  ...more,
})

/** A rule as sent by a user: without what is not given. */
export type SentRule = { id: string; name: string; what: object; action: object } & Partial<
  Omit<Record<keyof ApprovalRule, unknown>, 'id' | 'name' | 'what' | 'action'>
>

export const HOLD: SentRule = {
  id: 'no-data-loss',
  name: 'no deletes of databases',
  what: { steps: ['delete', 'replace'], holdsData: true },
  action: { kind: 'hold', persons: 1, role: 'operator', minutes: 30, keptMinutes: 60 },
}
export const REFUSE: SentRule = { ...HOLD, action: { kind: 'refuse' } }

/** A stack `acme/shop/prod` with databases, the users `admin`, `ada` and `bob`, and rules. */
export async function approvalWorld(
  rules: readonly SentRule[],
  { names = ['orders', 'users', 'carts'], settings = {}, openStore }: WorldOptions = {},
) {
  const harness = await createHarness(settings, openStore)
  const [ada, bob] = [await harness.addUser('ada', 'operator'), await harness.addUser('bob', 'operator')]
  await harness.cli.createStack(REF, { environment: 'production' })
  const resources = names.map((name) => database(name))
  await harness.cli.import(REF, { manifest: { time: '2026-01-01T00:00:00Z', magic: '', version: '' }, resources })
  const setRules = (next: readonly SentRule[]) => harness.call('PUT', '/approval-rules', { body: { rules: next } })
  if (rules.length > 0) await replyOf(Approvals.partial().loose(), setRules(rules))
  const run = await harness.cli.start(REF)
  let number = 0
  const entry = (kind: number, operationID: number, more: object) => ({
    version: 1,
    kind,
    sequenceID: ++number,
    operationID,
    removeOld: null,
    removeNew: null,
    ...more,
  })
  const waiting = async () => replyOf(Approvals, harness.call('GET', '/approvals'))
  return {
    ...harness,
    run,
    setRules,
    /** Reports that a delete of a database of the state begins. */
    deleting: (name: string, operationID = names.indexOf(name) + 1) =>
      entry(0, operationID, { operation: { type: 'deleting', resource: database(name) } }),
    deleted: (name: string, operationID = names.indexOf(name) + 1) =>
      entry(1, operationID, { removeOld: names.indexOf(name) }),
    creating: (name: string, operationID: number, more: object = {}) =>
      entry(0, operationID, { operation: { type: 'creating', resource: { ...database(name, more), id: '' } } }),
    created: (name: string, operationID: number) => entry(1, operationID, { state: database(name) }),
    entry,
    waiting,
    /** Another access token of a user. */
    addToken: (login: string) =>
      harness.deps.store.write(async (writer) => {
        const user = await writer.userByLogin(login)
        const token = { userId: user?.id ?? '', name: 'another', scope: 'admin', source: 'terminal' } as const
        return (await createToken(harness.deps, writer, token)).value
      }),
    /** Waits until so many steps wait for a decision. */
    heldSteps: (count = 1) =>
      vi.waitFor(
        async () => {
          const { approvals } = await waiting()
          if (approvals.length !== count) throw new Error(`${approvals.length} steps wait`)
          return approvals
        },
        { timeout: 10_000 },
      ),
    /** Gives a user another role, as an administrator does. */
    setRole: (login: string, role: Role) =>
      harness.deps.store.write(async (writer) => {
        const user = await writer.userByLogin(login)
        await writer.patchUser(user?.id ?? '', { role })
      }),
    setTags: (tags: Record<string, string>) => harness.cli.send(`${REF}/tags`, tags, { method: 'PATCH' }),
    ofRun: async () => replyOf(RunApprovals, harness.call('GET', `/stacks/${REF}/runs/${run.id}/approvals`)),
    decide: (token: string, ids: readonly string[], allow = true, reason = allow ? '' : 'not now') =>
      harness.call('POST', `/stacks/${REF}/approvals/decide`, {
        body: { ids, allow, reason },
        headers: { authorization: `token ${token}` },
      }),
    ada,
    bob,
    /** The URNs in the state that the run left, and of its pending operations. */
    async left() {
      const { deployment } = await harness.exported<{
        resources?: { urn: string }[]
        pending_operations?: { resource: { urn: string } }[]
      }>(REF)
      const nameOf = ({ urn }: { urn: string }) => urn.split('::').at(-1) ?? ''
      return {
        resources: (deployment.resources ?? []).map(nameOf),
        pending: (deployment.pending_operations ?? []).map(({ resource }) => nameOf(resource)),
      }
    },
  }
}

type WorldOptions = {
  names?: readonly string[]
  settings?: Parameters<typeof createHarness>[0]
  openStore?: Parameters<typeof createHarness>[1]
}
