import type { Numbers, Run, Spec } from './cli.ts'

/** The CLI's parallelism in these worlds. */
const AT_ONCE = 16
/** Durations of some kinds, in seconds; others take one to three. */
const TAKES: readonly [kind: RegExp, seconds: number][] = [
  [/rds|dynamodb|elasticache/, 14],
  [/ecs\/service|lb\/loadBalancer/, 9],
  [/ec2\/vpc|kms|iam/, 4],
]

/**
 * Creates resources as an engine does: each when its dependencies are there and a slot is free. Returns the duration of
 * the slowest chain, in whole seconds. What happens within a second is sent as one batch, which keeps scenarios fast. In
 * the state the resources are in the order of the program, so that stories may refer to places in it.
 */
export async function createsStaged(
  run: Run,
  specs: readonly Spec[],
  wait: (time: string) => Promise<void>,
): Promise<number> {
  const numbers = run.reserves(specs.length)
  const left = new Map(specs.map((spec, index) => [run.urnOf(spec), { spec, number: numbers[index] as Numbers }]))
  const open = new Map<string, { until: number; number: Numbers; spec: Spec }>()
  let now = 0
  while (left.size > 0 || open.size > 0) {
    const ended = [...open].filter(([, { until }]) => until <= now)
    for (const [urn] of ended) open.delete(urn)
    const done = ended.map(([, { number, spec }]): [Numbers, Spec] => [number, spec])
    const begun: [Numbers, Spec][] = []
    for (const [urn, { spec, number }] of left) {
      if (open.size >= AT_ONCE) break
      const needs = [...(spec.dependencies ?? []), ...(spec.parent ? [spec.parent] : [])]
      if (needs.some((each) => left.has(each) || open.has(each))) continue
      left.delete(urn)
      begun.push([number, spec])
      // A component takes no time; what is inside comes with the next batch.
      open.set(urn, { until: spec.custom === false ? now : now + secondsOf(spec, urn), number, spec })
    }
    if (begun.length > 0 || done.length > 0) await run.creates({ begun, done })
    if ([...open.values()].some(({ until }) => until <= now)) continue
    if (open.size === 0) continue
    await wait('1s')
    now += 1
  }
  return now
}

const secondsOf = ({ type }: Spec, urn: string): number =>
  (TAKES.find(([kind]) => kind.test(type))?.[1] ?? 1) + (urn.length % 3)
