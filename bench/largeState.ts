import { webStack } from '#mocks/generate.ts'
import { seeded } from '#mocks/seeded.ts'

/** A generated state with this many resources of about 3.4 kB each, as text; always the same. */
export type LargeState = {
  /** Each resource as JSON, in the order of the state. */
  resources: string[]
  text(): Buffer
  /** Changes a share of the resources (0 to 1), spread over the whole state, as an update would. */
  change(share: number): void
}

const REGIONS = ['eu-central-1', 'us-east-1']
const WORDS =
  'allow network policy service managed by platform team rotation enabled logging bucket subnet role access'.split(' ')

export function largeState(stack: string, count: number): LargeState {
  const random = seeded(count)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] ?? (list[0] as T) // never empty
  const hex = (length: number) =>
    Array.from({ length: Math.ceil(length / 8) }, () =>
      Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(8, '0'),
    ).join('')
  const { root, provider, specs } = webStack('webshop', stack, count - 2)
  const urnOf = (spec: { type: string; name: string; parent?: string | undefined }) =>
    `urn:pulumi:${stack}::webshop::${spec.type}::${spec.name}`
  const program = [root, provider, ...specs(urnOf)]

  const tags = () =>
    Object.fromEntries(
      ['team', 'service', 'stage', 'owner', 'cost-center', 'repository', 'commit', 'managed-by'].map((key) => [
        `acme:${key}`,
        key === 'commit' ? hex(40) : `${pick(WORDS)}-${pick(WORDS)}`,
      ]),
    )
  const policy = (name: string) =>
    JSON.stringify({
      Version: '2012-10-17',
      Statement: Array.from({ length: 3 }, (_, at) => ({
        Sid: `${pick(WORDS)}${at}`,
        Effect: 'Allow',
        Action: [`s3:Get${pick(WORDS)}`, `ec2:Describe${pick(WORDS)}`],
        Resource: `arn:aws:s3:::${name}/${hex(8)}/*`,
      })),
    })
  const write = (at: number): string => {
    const {
      name,
      type,
      id,
      custom = true,
      parent,
      provider: reference,
      dependencies = [],
      inputs,
    } = program[at] ?? root
    const region = pick(REGIONS)
    const more = {
      ...inputs,
      region,
      tags: tags(),
      description: Array.from({ length: 18 }, () => pick(WORDS)).join(' '),
    }
    const own = type.startsWith('aws:') ? { ...more, policy: policy(name) } : inputs
    return JSON.stringify({
      urn: urnOf({ type, name, parent }),
      custom,
      ...(custom && { id: id ?? hex(16) }),
      type,
      ...(own && { inputs: own }),
      ...(type.startsWith('aws:') && {
        outputs: {
          ...own,
          arn: `arn:aws:thing:${region}:123456789012:${name}`,
          etag: hex(32),
          endpoint: `${name}.${hex(12)}.${region}.amazonaws.com`,
          securityGroupIds: Array.from({ length: 4 }, () => `sg-${hex(17)}`),
          versionId: hex(32),
          tagsAll: tags(),
        },
        created: '2026-01-05T09:00:00Z',
        modified: `2026-01-05T09:00:00.${hex(8)}Z`,
      }),
      ...(parent && { parent }),
      ...(dependencies.length > 0 && { dependencies }),
      ...(reference && { provider: reference }),
    })
  }
  const resources = program.map((_, at) => write(at))
  let changes = 0
  return {
    resources,
    text: () =>
      Buffer.from(
        `{"version":3,"deployment":{"manifest":{"time":"2026-01-05T09:00:00Z","magic":"","version":""},"metadata":{"change":"${changes}"},"resources":[${resources.join(',')}]}}`,
      ),
    change(share) {
      changes += 1
      for (let left = Math.round(count * share); left > 0; left--) {
        const at = 2 + Math.floor(random() * (count - 2))
        resources[at] = write(at)
      }
    },
  }
}
