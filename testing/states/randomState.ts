import { seeded as fractions } from '#mocks/seeded.ts'
import { magicOf, type Resource, type StateDocument } from '#domain/state/checkpoint.ts'
import { RESOURCE_REFERENCE_SIGNATURE, SECRET_SIGNATURE, SIGNATURE } from '#domain/state/secrets.ts'
import { childQualifiedType, makeUrn, parseUrn } from '#domain/state/urn.ts'

/** Pseudorandom integers from 0 to below `below`, the same for the same seed. */
export type Random = (below: number) => number

export function seeded(seed: number): Random {
  const next = fractions(seed)
  return (below) => Math.floor(next() * below)
}

export const pick = <Item>(random: Random, items: readonly Item[]): Item | undefined => items[random(items.length)]

/** A key unknown to every CLI; each entry of a random state has it with another value. */
export const FUTURE_KEY = 'keyOfTheFuture'

/**
 * A valid state with everything that edits must respect: two providers, components and custom resources, references of
 * every kind, replaced entries pending deletion, pending operations, a snippet, views, ciphertexts, references among
 * values, and unknown keys.
 */
export function randomState(random: Random, size: number, { project = 'shop', stack = 'dev' } = {}): StateDocument {
  const urnOf = (qualifiedType: string, name: string) => makeUrn({ project, stack, qualifiedType, name })
  const root: Resource = {
    urn: urnOf('pulumi:pulumi:Stack', `${project}-${stack}`),
    custom: false,
    type: 'pulumi:pulumi:Stack',
  }
  const providers = ['1.2.3', '2.0.0'].map((version, index): Resource => ({
    urn: urnOf('pulumi:providers:aws', `default_${index}`),
    custom: true,
    id: `provider-${index}`,
    type: 'pulumi:providers:aws',
    inputs: { region: `eu-${index}`, version },
    outputs: { region: `eu-${index}`, version },
  }))
  const resources: Resource[] = [root, ...providers]
  const chance = (percent: number) => random(100) < percent
  for (let index = 0; index < size; index++) {
    const parents = resources.filter(
      ({ custom, delete: old, type }) => !custom && !old && type !== 'pulumi:providers:aws',
    )
    const parent = parents.length > 50 ? (pick(random, parents.slice(-50)) ?? root) : (pick(random, parents) ?? root)
    const others = resources
      .filter(({ type }, at) => type.startsWith('aws:') && at > resources.length - 60)
      .map(({ urn }) => urn)
    const some = () => Array.from({ length: random(3) }, () => pick(random, others)).filter((urn) => urn !== undefined)
    const isCustom = chance(75)
    const type = isCustom ? (pick(random, ['aws:s3:Bucket', 'aws:ec2:Instance']) ?? '') : 'shop:index:Group'
    const urn = urnOf(childQualifiedType(parseUrn(parent.urn)?.qualifiedType ?? '', type), `r${index}`)
    const provider = pick(random, providers)
    const [dependencies, replaceWith] = [some(), chance(10) ? some() : []]
    const deletedWith = chance(10) ? pick(random, others) : undefined
    const viewOf = chance(3) ? pick(random, others) : undefined
    const entry: Resource = {
      urn,
      custom: isCustom,
      ...(isCustom && { id: `id-${index}` }),
      type,
      inputs: {
        name: `r${index}`,
        tags: { list: [1, 'two', null], deep: { size: index } },
        password: { [SIGNATURE]: SECRET_SIGNATURE, ciphertext: `v1:${stack}-${index}` },
        ...(dependencies[0] && { target: { [SIGNATURE]: RESOURCE_REFERENCE_SIGNATURE, urn: dependencies[0] } }),
      },
      parent: parent.urn,
      ...(chance(10) && { protect: true }),
      ...(dependencies.length > 0 && { dependencies, propertyDependencies: { name: [], target: dependencies } }),
      ...(isCustom && provider && { provider: `${provider.urn}::${provider.id}` }),
      ...(deletedWith && { deletedWith }),
      ...(replaceWith.length > 0 && { replaceWith }),
      ...(viewOf && { viewOf }),
      ...(chance(3) && { pendingReplacement: true }),
      [FUTURE_KEY]: { index, [SIGNATURE]: 'a signature of the future' },
    }
    resources.push(entry)
    if (isCustom && chance(6)) resources.push({ ...entry, id: `old-${index}`, delete: true })
  }
  const last = resources.at(-1) ?? root
  return documentWith({
    manifest: { time: '2026-01-05T09:00:00Z', magic: magicOf('v3.260.0'), version: 'v3.260.0', [FUTURE_KEY]: 1 },
    secrets_providers: { type: 'passphrase', state: { salt: 'v1:salt' } },
    resources,
    pending_operations: [
      { type: 'creating', resource: { ...last, urn: `${last.urn}-new`, id: '', parent: last.urn } },
      { type: 'updating', resource: last, [FUTURE_KEY]: 2 },
    ],
    metadata: { [FUTURE_KEY]: 3 },
    [FUTURE_KEY]: { deep: [4] },
  })
}

function documentWith(deployment: StateDocument['deployment']): StateDocument {
  const resources = deployment.resources ?? []
  const features = [
    ...(resources.some(({ replaceWith }) => replaceWith) ? ['replaceWith'] : []),
    ...(resources.some(({ viewOf }) => viewOf) ? ['views'] : []),
  ]
  return features.length > 0
    ? { version: 4, features, deployment, [FUTURE_KEY]: 5 }
    : { version: 3, deployment, [FUTURE_KEY]: 5 }
}
