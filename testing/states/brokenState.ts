import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'
import { makeUrn } from '#domain/state/urn.ts'
import { pick, type Random } from './randomState.ts'

const STACK = { stack: 'dev', project: 'shop' }
const urnOf = (qualifiedType: string, name: string) => makeUrn({ ...STACK, qualifiedType, name })

const ROOT = { urn: urnOf('pulumi:pulumi:Stack', 'shop-dev'), type: 'pulumi:pulumi:Stack' }
const PROVIDERS = ['p', 'q'].map((name) => ({ urn: urnOf('pulumi:providers:aws', name), type: 'pulumi:providers:aws' }))
const OTHERS = [
  { urn: urnOf('aws:s3:Bucket', 'x'), type: 'aws:s3:Bucket' },
  { urn: urnOf('aws:s3:Bucket', 'y'), type: 'aws:s3:Bucket' },
  { urn: urnOf('shop:index:Group', 'g'), type: 'shop:index:Group' },
  { urn: urnOf('shop:index:Group$aws:s3:Bucket', 'z'), type: 'aws:s3:Bucket' },
]

/**
 * A random state of a few entries in which anything may be wrong, because URNs, IDs and references come from small
 * sets: cycles, self-references, duplicates, missing providers and parents, a wrong order, invalid URNs and types.
 */
export function brokenState(random: Random): StateDocument {
  const chance = (percent: number) => random(100) < percent
  const names = [ROOT, ...PROVIDERS, ...OTHERS]
  const anyUrn = () => (chance(8) ? urnOf('aws:s3:Bucket', 'gone') : (pick(random, names)?.urn ?? ROOT.urn))
  const some = () => Array.from({ length: 1 + random(2) }, () => (chance(4) ? '' : anyUrn()))
  const anyProvider = () =>
    chance(6)
      ? (pick(random, ['nonsense', `${ROOT.urn}::1`]) ?? '')
      : `${pick(random, PROVIDERS)?.urn}::id-${random(3)}`
  const entry = (at: number): Resource => {
    const { urn, type } = (at === 0 && chance(70) ? ROOT : pick(random, chance(30) ? PROVIDERS : OTHERS)) ?? ROOT
    const isCustom = type.startsWith('aws:') || type.startsWith('pulumi:providers:')
    const isOdd = chance(3)
    return {
      urn: isOdd && chance(50) ? (pick(random, ['nonsense', 'urn:pulumi:a::b', '']) ?? '') : urn,
      custom: isCustom !== (isOdd && chance(30)),
      ...(isCustom && chance(95) && { id: `id-${random(3)}` }),
      type: isOdd && chance(30) ? (pick(random, ['', 'foo']) ?? '') : type,
      ...(chance(40) && { outputs: Object.fromEntries(Array.from({ length: random(3) }, (_, n) => [`o${n}`, n])) }),
      ...(chance(45) && { parent: chance(50) ? ROOT.urn : anyUrn() }),
      ...(chance(30) && { dependencies: some() }),
      ...(chance(20) && { propertyDependencies: { size: some(), name: null } }),
      ...(chance(10) && { deletedWith: anyUrn() }),
      ...(chance(10) && { replaceWith: some() }),
      ...(isCustom && chance(35) && { provider: anyProvider() }),
      ...(chance(25) && { delete: true }),
      ...(chance(4) && { pendingReplacement: true }),
    }
  }
  const resources = Array.from({ length: 1 + random(5) }, (_, at) => entry(at))
  return { version: 3, deployment: { resources } }
}
