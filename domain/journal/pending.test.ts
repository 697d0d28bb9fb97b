import { describe, expect, it } from 'vitest'
import type { PendingAnswer, PendingSituation } from '#contract/recoveries.ts'
import type { RecoveryId } from '#contract/recoveryId.ts'
import { growth, LINEAR } from '#testing/growth.ts'
import type { Deployment, PendingOperation, Resource } from '../state/checkpoint.ts'
import { classify, type FirstSeen, pendingItems, pendingKey } from './pending.ts'
import { isPlace } from '../recoveries/pending/places.ts'
import { situations } from '../recoveries/pending/situations.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }
const urn = 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::invoices'
const providerUrn = 'urn:pulumi:prod::shop::pulumi:providers:aws::west'
const provider: Resource = {
  urn: providerUrn,
  type: 'pulumi:providers:aws',
  custom: true,
  id: 'p1',
  inputs: { region: 'eu-west-1', secretKey: 'AKIA-never-show', version: '6.0.0' },
}
const secret = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'v1:never:show' }
const bucket: Resource = {
  urn,
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  provider: `${providerUrn}::p1`,
  inputs: { bucket: 'invoices-1a2b3c', password: secret },
}
const seen: FirstSeen = { version: 7, update: 'u7', at: Date.parse('2026-01-05T10:00:00Z') }

const deploymentWith = (type: string, live: Partial<Resource>[], op: Partial<Resource> = {}): Deployment => ({
  resources: [provider, ...live.map((fields) => ({ ...bucket, id: 'live-id', ...fields }))],
  pending_operations: [{ type, resource: { ...bucket, ...op } }],
})
const itemOf = (deployment: Deployment, firstSeen?: FirstSeen) => {
  const op = deployment.pending_operations?.[0]
  if (!op) throw new Error('the test needs an operation')
  return classify(op, 0, {
    stack,
    deployment,
    ...(firstSeen && { firstSeen: new Map([[pendingKey(0, op), firstSeen]]) }),
  })
}

type Row = [
  situation: PendingSituation,
  recovery: RecoveryId,
  type: string,
  live: Partial<Resource>[],
  seen: FirstSeen | undefined,
]

describe('the decision table', () => {
  it.each<Row>([
    ['createNotLive', 'clear-create', 'creating', [], undefined],
    ['createNotLive', 'clear-create', 'creating', [{ delete: true }], seen],
    ['createHalfReplaced', 'clear-create', 'creating', [{ pendingReplacement: true }], seen],
    ['createLiveOlder', 'compare-create', 'creating', [{ created: '2026-01-05T09:59:59Z' }], seen],
    ['createLiveNewer', 'compare-create', 'creating', [{ created: '2026-01-05T10:00:01Z' }], seen],
    [
      'createLiveOlder',
      'compare-create',
      'creating',
      [{ created: '2026-01-05T10:00:01Z' }],
      { ...seen, liveId: 'live-id' },
    ],
    ['createLiveNewer', 'compare-create', 'creating', [{ created: '2026-01-05T09:59:59Z' }], { ...seen, liveId: null }],
    ['createLiveNewer', 'compare-create', 'creating', [{}], { ...seen, liveId: 'another-id' }],
    ['createLiveUnknownAge', 'compare-create', 'creating', [{}], seen],
    ['createLiveUnknownAge', 'compare-create', 'creating', [{ created: '2026-01-05T09:00:00Z' }], undefined],
    ['updating', 'clear-operations', 'updating', [{}], seen],
    ['deleting', 'clear-operations', 'deleting', [{}], seen],
    ['reading', 'clear-operations', 'reading', [], seen],
    ['importing', 'clear-operations', 'importing', [], seen],
    ['unknownType', 'clear-operations', 'transmogrifying', [], seen],
  ])('suggests for %s the recovery %s', (situation, recovery, type, live, firstSeen) => {
    expect(itemOf(deploymentWith(type, live), firstSeen)).toMatchObject({ situation, recovery })
  })

  it.each([
    ['the stack itself', { type: 'pulumi:pulumi:Stack', custom: false }, []],
    ['a component', { type: 'shop:index:Site', custom: false }, []],
    ['a component that is live since', { type: 'shop:index:Site', custom: false }, [{}]],
    ['a provider', { type: 'pulumi:providers:aws' }, []],
  ])('sees that the create of %s left nothing in the cloud', (_what, op, live) => {
    const item = itemOf(deploymentWith('creating', live, op), seen)
    expect(item).toMatchObject({ situation: 'createOnlyInState', recovery: 'clear-operations' })
    expect(item.answers.map(({ answer }) => answer)).toEqual(['checked', 'keep'])
    expect(item.terminal.join('\n')).not.toContain('pulumi import')
  })

  describe('for a create that replaces a resource under a new name', () => {
    const former = urn.replace('::invoices', '::bills')
    const renamed = { aliases: [`${former}-older`, former] }

    it.each<Row>([
      ['createLiveOlder', 'compare-create', 'creating', [{ urn: former }], undefined],
      ['createLiveOlder', 'compare-create', 'creating', [{ urn: former }], { ...seen, liveId: null }],
      ['createHalfReplaced', 'clear-create', 'creating', [{ urn: former, pendingReplacement: true }], seen],
      ['createNotLive', 'clear-create', 'creating', [{ urn: former, delete: true }], seen],
      ['createLiveNewer', 'compare-create', 'creating', [{ urn: former }, {}], { ...seen, liveId: null }],
    ])('suggests for %s the recovery %s', (situation, recovery, type, live, firstSeen) => {
      expect(itemOf(deploymentWith(type, live, renamed), firstSeen)).toMatchObject({ situation, recovery })
    })

    it('names the old resource, and never advises an import beside it', () => {
      const item = itemOf(deploymentWith('creating', [{ urn: former }], renamed))
      expect(item.meaning).toContain('the old one, still in use under its previous name bills')
      expect(item.safePath).toContain('Don’t import it')
      expect(item.terminal.join('\n')).not.toContain('pulumi import')
      expect(item.live?.id).toBe('live-id')
    })
  })

  it('gives three kinds of live creates three different recommendations', () => {
    const advice = new Set(
      (['createHalfReplaced', 'createLiveOlder', 'createLiveNewer'] as const).map(
        (situation) => situations[situation].safePath,
      ),
    )
    expect(advice.size).toBe(3)
  })

  it.each<[PendingSituation, PendingAnswer[]]>([
    ['createNotLive', ['doesNotExist', 'adopted', 'deletedInCloud', 'keep']],
    ['createLiveOlder', ['doesNotExist', 'deletedInCloud', 'adopted', 'keep']],
    ['createLiveNewer', ['sameObject', 'doesNotExist', 'deletedInCloud', 'adopted', 'keep']],
    ['deleting', ['checked', 'gone', 'keep']],
  ])('allows for %s the answers %s', (situation, answers) => {
    expect(situations[situation].answers.map(({ answer }) => answer)).toEqual(answers)
  })

  it('always allows an operation to stay open, and never drops a create without a statement', () => {
    const all = Object.values(situations)
    expect(all.map(({ answers }) => answers.at(-1)?.answer)).toEqual(all.map(() => 'keep'))
    const ofCreates = all.filter(({ recovery }) => recovery !== 'clear-operations').flatMap(({ answers }) => answers)
    for (const { answer, needsStatement } of ofCreates) expect(needsStatement).toBe(answer !== 'keep')
  })
})

describe('the description of a pending operation', () => {
  it('names where to look: physical name and region', () => {
    const { clues } = itemOf(deploymentWith('creating', []))
    expect(clues).toContainEqual({ label: 'bucket', value: 'invoices-1a2b3c' })
    expect(clues).toContainEqual({ label: 'Region', value: 'eu-west-1' })
  })

  it('names the AWS account of the other resources of its provider, unless they are in several', () => {
    const arn = (account: string) => ({ outputs: { arn: `arn:aws:rds:eu-west-1:${account}:db:orders` } })
    const cluesAmong = (...live: Partial<Resource>[]) => itemOf(deploymentWith('creating', live)).clues
    const known = { label: 'Account, by ARN', value: '123456789012' }
    const [one, same] = [arn('123456789012'), { ...arn('123456789012'), urn: `${urn}-2` }]
    expect(cluesAmong(one, same)).toContainEqual(known)
    expect(isPlace(known)).toBe(true)
    const others: [string, Partial<Resource>][] = [
      ['in another account', arn('210987654321')],
      ['only read', { ...arn('123456789012'), external: true }],
      ['of another provider', { ...arn('123456789012'), provider: `${providerUrn}::p2` }],
      ['without an account', { outputs: { arn: 'arn:aws:s3:::invoices' } }],
    ]
    for (const [why, other] of others)
      expect(
        cluesAmong(...(why === 'in another account' ? [one, other] : [other])).map(({ label }) => label),
        why,
      ).not.toContain(known.label)
  })

  it('finds the name of a Kubernetes resource in its metadata', () => {
    const op = { inputs: { metadata: { name: 'web', namespace: 'shop' } } }
    expect(itemOf(deploymentWith('creating', [], op)).clues).toContainEqual({ label: 'metadata.name', value: 'web' })
  })

  it('points at an entry with another name for the same resource', () => {
    const twin = urn.replace('::invoices', '::adopted')
    const { clues } = itemOf(deploymentWith('creating', [{ urn: twin, id: 'invoices-1a2b3c' }]))
    expect(clues).toContainEqual({ label: 'Same name or ID as the entry', value: twin })
  })

  it('never shows a secret, whether marked or named by the provider, nor other provider configuration', () => {
    const op = { additionalSecretOutputs: ['userName'], inputs: { ...bucket.inputs, userName: 'hide-me' } }
    const live = { outputs: { token: 'hide-me-too' }, additionalSecretOutputs: ['token'] }
    const text = JSON.stringify(itemOf(deploymentWith('updating', [live], op)))
    expect(text).toContain('invoices-1a2b3c')
    for (const hidden of ['never:show', 'AKIA', 'hide-me']) expect(text).not.toContain(hidden)
  })

  it('offers the ID from a late report for the import', () => {
    const deployment = deploymentWith('creating', [])
    const firstSeen = new Map([[`0:creating:${urn}`, seen]])
    const late = [
      { update: 'u7', urn, at: 5, resourceId: 'invoices-1a2b3c' },
      { update: 'u6', urn, at: 6, resourceId: 'of-another-create' },
    ]
    const [item] = pendingItems({ stack, deployment, firstSeen, late })
    expect(item?.lateEvidence).toEqual([{ at: 5, resourceId: 'invoices-1a2b3c' }])
    expect(item?.terminal.join('\n')).toContain('aws:s3/bucket:Bucket invoices invoices-1a2b3c')
  })

  it('suggests --clear-pending-creates only when it cannot clear anything else', () => {
    const one = deploymentWith('creating', [])
    const other: PendingOperation = { type: 'creating', resource: { ...bucket, urn: `${urn}2` } }
    const two = { ...one, pending_operations: [...(one.pending_operations ?? []), other] }
    expect(itemOf(one).terminal.join('\n')).toContain('--clear-pending-creates')
    expect(itemOf(two).terminal.join('\n')).not.toContain('--clear-pending-creates')
  })

  it('is not compared with each entry: twice as many of both take twice as long', () => {
    const judging = (size: number) => {
      const resources = Array.from({ length: size }, (_, at) => ({ ...bucket, urn: `${urn}-${at}`, id: `i-${at}` }))
      const pending_operations = Array.from({ length: size }, (_, at) => ({
        type: 'creating',
        resource: { ...bucket, urn: `${urn}-${at}-new` },
      }))
      const deployment: Deployment = { resources: [provider, ...resources], pending_operations }
      return () => pendingItems({ stack, deployment: { ...deployment, resources: [...(deployment.resources ?? [])] } })
    }
    expect(growth(500, judging)).toBeLessThan(LINEAR)
  })

  it('never recommends the import choice of refresh, which drops the resource', () => {
    for (const type of ['creating', 'updating', 'deleting', 'reading', 'importing', 'other']) {
      for (const live of [[], [{}], [{ pendingReplacement: true }]]) {
        expect(JSON.stringify(itemOf(deploymentWith(type, live)))).not.toMatch(
          /import-pending-creates|choose "?import/i,
        )
      }
    }
  })
})
