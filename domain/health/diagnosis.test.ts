import { describe, expect, it } from 'vitest'
import { sampleLease } from '#testing/samples/sampleLease.ts'
import { sampleUpdate } from '#testing/samples/sampleStack.ts'
import type { Lease, LeaseVerdict } from '#contract/leases.ts'
import type { PendingItem } from '#contract/recoveries.ts'
import type { UpdateBrief } from '#contract/updates.ts'
import { diagnose, type DiagnosisFacts } from './diagnosis.ts'
import { pendingItems } from '../journal/pending.ts'
import { cancelCautions, causeOf, missingHolderStatement } from '../recoveries/lease/cancelUpdate.ts'
import { whyNothingToCancel } from '../recoveries/lease/nothingToCancel.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }
const now = Date.parse('2026-01-05T10:00:00Z')
const update = (status: UpdateBrief['status']) =>
  sampleUpdate({
    id: 'u7',
    version: 7,
    status,
    message: '',
    by: { login: 'ada', tokenName: null },
    endedAt: status === 'running' ? null : now - 60_000,
  })
const lease = (verdict: LeaseVerdict, more: Partial<Lease> = {}) =>
  sampleLease({
    version: 7,
    holder: { login: 'ada', tokenName: null },
    client: { ...sampleLease().client, host: 'laptop', ci: null },
    verdict,
    reason: 'The last renewal came 10 s ago.',
    inFlight: [{ type: 'creating', urn: 'u', name: 'invoices', resourceType: 'aws:s3/bucket:Bucket', since: null }],
    ...more,
  })
const ci = { system: 'GitHub Actions', build: '12', url: null }
const pendingOf = (...types: string[]): PendingItem[] =>
  pendingItems({
    stack,
    deployment: {
      pending_operations: types.map((type, i) => ({
        type,
        resource: {
          urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::b${i}`,
          type: 'aws:s3/bucket:Bucket',
          custom: true,
        },
      })),
    },
  })
const facts = (more: Partial<DiagnosisFacts> = {}): DiagnosisFacts => ({
  brokenReferences: [],
  stack,
  now,
  basis: { version: 7, hash: 'h' },
  lease: null,
  lastUpdate: update('succeeded'),
  interrupted: null,
  pending: [],
  integrity: [],
  unreadable: null,
  resourceCount: 3,
  tags: {},
  hasUnknownEntries: false,
  guided: [],
  asker: { login: 'grace' },
  ...more,
})
const cutOff = (resolved: { at: number; by: string; reason: string } | null = null) => ({
  update: update('expired'),
  finished: [{ op: 'create', urn: 'a' }],
  inFlight: [],
  failed: [],
  untouched: 2,
  late: [],
  mayStillRunSince: null,
  resolved,
})
const found = (more: Partial<DiagnosisFacts>) => diagnose(facts(more)).findings.map(({ recovery }) => recovery)

describe('triage', () => {
  it('finds nothing wrong with a healthy stack, and lists the passed checks', () => {
    const { findings, fine } = diagnose(facts())
    expect(findings).toEqual([])
    expect(fine.join(' ')).toMatch(/No update is running\. Update 7 by ada succeeded\./)
    expect(fine.join(' ')).toContain('No operation is pending.')
  })

  it.each(['expired', 'cancelled'] as const)('does not say that an update which is %s is not running', (status) => {
    const { fine } = diagnose(facts({ lastUpdate: update(status) }))
    expect(fine.join(' ')).toMatch(/No lease is held\. Update 7 by ada was/)
    expect(fine.join(' ')).not.toContain('No update is running')
  })

  it('of a stack kept elsewhere lists only what its backend shows', () => {
    const elsewhere = {
      holder: null,
      stateProblem: null,
      metaProblem: null,
      brokenSidecars: [],
      brokenTags: null,
      brokenEntries: null,
      unreadStates: [],
    }
    const passed = (more: Partial<DiagnosisFacts>) => diagnose(facts({ elsewhere, ...more })).fine.join(' ')
    expect(passed({})).toContain('No lock file was found. Update 7 by ada succeeded.')
    expect(passed({ lastUpdate: null })).toContain('No lock file was found.')
    expect(passed({ lastUpdate: null })).not.toContain('none has run')
    const broken = passed({ elsewhere: { ...elsewhere, stateProblem: 'The state file is empty.' } })
    expect(broken).not.toMatch(/is valid|is pending/)
  })

  it.each([
    ['alive', 'cancel-update', 3],
    ['notProgressing', 'cancel-update', 3],
    ['notResponding', 'release-lease', 2],
    ['disconnected', 'release-lease', 2],
  ] as const)('suggests for a holder that is %s the recovery %s at level %d', (verdict, recovery, level) => {
    expect(diagnose(facts({ lease: lease(verdict) })).findings[0]).toMatchObject({ recovery, level })
  })

  it('lists the orphaned update first, then creates, then live creates, then the rest, then resolving all together', () => {
    const interrupted = cutOff()
    const pending = pendingOf('updating', 'creating')
    expect(found({ interrupted, lease: lease('orphaned'), lastUpdate: update('expired'), pending })).toEqual([
      'release-lease',
      'clear-create',
      'clear-operations',
      'resolve-operations',
    ])
  })

  it('does not offer to resolve pending operations while someone holds the lease, and says who does', () => {
    const blocked = (verdict: LeaseVerdict) =>
      diagnose(facts({ lease: lease(verdict), pending: pendingOf('creating') })).findings.find(
        ({ recovery }) => recovery === 'clear-create',
      )?.blocked
    expect(blocked('alive')).toContain('ada')
    expect(blocked('notResponding')).toContain('ada')
    expect(blocked('orphaned')).toBeNull()
  })

  it('does not offer to resolve pending operations while the state is invalid', () => {
    const { findings } = diagnose(facts({ integrity: ['child comes after it'], pending: pendingOf('creating') }))
    expect(findings.map(({ blocked }) => blocked)).toEqual([null, 'Repair the state first.'])
  })

  it('does not list an orphaned update that someone resolved', () => {
    expect(
      found({ interrupted: cutOff({ at: now, by: 'grace', reason: 'looked' }), lastUpdate: update('expired') }),
    ).toEqual([])
    expect(found({ interrupted: cutOff(), lastUpdate: update('expired') })).toEqual(['release-lease'])
  })

  it('shows no fixed duration next to the countdown of the lease', () => {
    const [notResponding] = diagnose(facts({ lease: lease('notResponding', { reason: 'Renewal overdue.' }) })).findings
    expect(
      [notResponding?.explanation, ...(notResponding?.evidence ?? []).map(({ what }) => what)].join(' '),
    ).not.toMatch(/\d+ (s|min|h)\b/)
  })

  it('explains pending operations with the right plural', () => {
    const explained = (...types: string[]) =>
      diagnose(facts({ pending: pendingOf(...types) })).findings.map(({ explanation }) => explanation)
    expect(explained('updating')[0]).toMatch(/^This operation was/)
    expect(explained('updating', 'deleting')[0]).toMatch(/^These operations were/)
    expect(explained('creating')[0]).toMatch(/whether this resource was created/)
    expect(explained('creating', 'creating')[0]).toMatch(/whether these resources were created/)
  })

  it('explains a failed update, and a cancelled one as nothing to cancel', () => {
    expect(found({ lastUpdate: update('failed') })).toEqual([null])
    const failure = { urn: null, line: 'denied', text: 'denied' }
    const { findings } = diagnose(facts({ lastUpdate: { ...update('failed'), failure } }))
    expect(findings.map(({ title }) => title)).toEqual(['denied'])
    expect(found({ lastUpdate: update('cancelled') })).toEqual(['nothing-to-cancel'])
  })

  it('leaves the time of an end to the evidence, which is shown in the reader’s own zone', () => {
    for (const status of ['failed', 'cancelled'] as const) {
      const [finding] = diagnose(facts({ lastUpdate: update(status) })).findings
      expect(finding?.explanation).toContain('Update 7 by ada')
      expect(finding?.explanation).not.toContain('UTC')
      expect(finding?.evidence[0]?.at).toBe(update(status).endedAt)
    }
  })
})

describe('the words about a holder', () => {
  const job = (verdict: LeaseVerdict) => lease(verdict, { client: { ...lease('alive').client, ci } })
  const said = (held: Lease) => {
    const [finding] = diagnose(facts({ lease: held })).findings
    return [finding?.title, finding?.explanation, finding?.couldBeLost].join(' ')
  }

  it.each(['alive', 'notProgressing', 'notResponding', 'disconnected'] as const)(
    'never tell a CI job that is %s to press keys in a terminal',
    (verdict) => {
      expect(said(job(verdict))).not.toMatch(/Ctrl-C|terminal/)
      expect(said(job(verdict))).toContain('GitHub Actions 12')
    },
  )

  it('name the job and the update that it runs', () => {
    expect(said(job('alive'))).toMatch(/^GitHub Actions 12 is running update 7 /)
    expect(said(lease('alive', { kind: 'destroy', version: null }))).toMatch(/^ada is running a destroy /)
  })

  it('say which outcomes become unknown, and nothing about a risk if none does', () => {
    expect(said(lease('notResponding'))).toContain('The outcome of 1 operation becomes unknown (invoices).')
    expect(said(lease('notResponding', { inFlight: [] }))).not.toContain('unknown')
  })
})

describe('a failed run', () => {
  const advice = (kind: UpdateBrief['kind']) =>
    diagnose(facts({ lastUpdate: { ...update('failed'), kind } })).findings[0]

  it.each([
    ['update', 'preview again.', 'pulumi preview --stack acme/shop/prod'],
    ['destroy', 'destroy again.', 'pulumi destroy --stack acme/shop/prod'],
    ['refresh', 'refresh again.', 'pulumi refresh --stack acme/shop/prod'],
  ] as const)('of kind %s is followed by the command for it', (kind, words, command) => {
    expect(advice(kind)?.explanation).toContain(words)
    expect(advice(kind)?.again).toBe(command)
  })

  it('is named by its CI job, as everywhere', () => {
    const { findings } = diagnose(facts({ lastUpdate: { ...update('failed'), ci: { ...ci, pullRequest: null } } }))
    expect(findings[0]?.explanation).toContain('Update 7 by GitHub Actions 12 failed.')
  })
})

describe('a conflict when an update starts', () => {
  it.each([
    ['a colleague’s running update', lease('alive'), 'grace', /^ada’s update on laptop holds the lease/],
    [
      'a running CI job',
      lease('alive', { client: { ...lease('alive').client, ci } }),
      'grace',
      /^A GitHub Actions job holds the lease/,
    ],
    [
      'the user’s own update in another terminal',
      lease('alive'),
      'ada',
      /^Your own update on laptop, in another terminal, holds the lease/,
    ],
    [
      'the user’s own update that has stopped responding',
      lease('notProgressing'),
      'ada',
      /^Your own update.*hung process/,
    ],
    [
      'the user’s own update whose process died',
      lease('notResponding'),
      'ada',
      /^Your update.*stopped renewing the lease.*killed/,
    ],
    [
      'the user’s own update that never renewed',
      lease('notResponding', { signs: { ...lease('alive').signs, renewed: null } }),
      'ada',
      /^Your update.*never renewed the lease.*killed/,
    ],
    [
      'a cancelled CI job',
      lease('orphaned', { client: { ...lease('alive').client, ci } }),
      'ada',
      /^The CI job.*the job was cancelled/,
    ],
  ])('is recognised as %s', (_, held, login, words) => {
    expect(causeOf(held, { login })).toMatch(words)
  })

  it('warns about a production stack, a person who is working, and a delete in flight', () => {
    const deleting = [{ type: 'deleting', urn: 'u', name: 'ledger', resourceType: 't', since: null }]
    expect(cancelCautions(lease('alive', { inFlight: deleting }), null, {}).join(' ')).toMatch(
      /ada is alive: you would stop a running update while it is deleting ledger.*production.*ask ada.*ledger/,
    )
    const quiet = lease('alive', {
      stack: { ...stack, stack: 'dev' },
      client: { ...lease('alive').client, ci },
      inFlight: [],
    })
    const alive = expect.stringMatching(/ is alive: you would stop a running update\.$/)
    expect(cancelCautions(quiet, null, { environment: 'dev' })).toEqual([alive])
    const production = 'by its tag environment, this stack is production.'
    expect(cancelCautions(quiet, null, { environment: 'production' })).toEqual([alive, production])
  })

  it('lists the warnings among the evidence', () => {
    const { evidence } = diagnose(facts({ lease: lease('alive') })).findings[0] ?? {}
    expect(evidence?.map(({ what }) => what)).toContain('Check first: the holder is a person: ask ada first.')
  })

  it('asks how the holder was reached before an update is force-ended', () => {
    expect(missingHolderStatement(undefined)).toBeDefined()
    expect(missingHolderStatement('Called Ada, her laptop is broken.')).toBeUndefined()
  })
})

it('says, when there is nothing to cancel, when and how the update ended and what is still pending', () => {
  expect(whyNothingToCancel(update('succeeded'), 0)).toBe(
    'Nothing is running, so there is nothing to cancel. Update 7 by ada succeeded at 2026-01-05 09:59:00 UTC.',
  )
  expect(whyNothingToCancel(update('expired'), 2)).toContain('2 operations are still pending')
  expect(whyNothingToCancel(null, 0)).toContain('never been updated')
})
