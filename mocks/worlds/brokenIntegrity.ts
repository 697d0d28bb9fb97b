import type { Resource } from '#domain/state/checkpoint.ts'
import { changed, deployed } from '../scenes.ts'
import { edited, named } from '../incidents.ts'
import { runQuietStory } from '../quietStory.ts'
import { ref } from '../story.ts'

const PROVIDER = 'pulumi:providers:aws'

/** States that the CLI refuses, each broken in another way, and what earlier versions still have. */
export const brokenIntegrity = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const broken = async (name: string, resources: number, seed: number, change: (state: Resource[]) => Resource[]) => {
      const stack = ref(`organization/${name}/prod`)
      await deployed(ci, stack, { resources, seed, wait })
      await wait('1h')
      await edited(laptop, stack, change)
      await wait('5m')
      return stack
    }
    await broken('archive', 160, 11, withoutHalf)
    await broken('billing', 30, 3, outOfOrder)
    await broken('catalog', 24, 5, recordedTwice)
    await broken('mailer', 20, 6, inACircle)
    await broken('reports', 18, 8, byHand)
    const shop = ref('organization/shop/prod')
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    await changed(laptop, shop, 'Retry webhooks three times', { wait })
    await wait('20m')
    await edited(laptop, shop, otherProvider)
    await wait('10m')
  })

/** The provider was removed, and another one, of another region, took its place. */
const otherProvider = (state: Resource[]): Resource[] =>
  state.map((entry) =>
    entry.type === PROVIDER
      ? {
          ...entry,
          urn: entry.urn.replace('default_6_72_0', 'us'),
          id: 'b2e4c5a0-7f3d-4c55-8d6e-51f3a9c0d7e2',
          inputs: { ...entry.inputs, region: 'us-east-1', profile: 'sandbox' },
          outputs: { ...entry.outputs, region: 'us-east-1', profile: 'sandbox' },
        }
      : entry,
  )

/** Children before their parents, and a missing component that its children still name. */
function outOfOrder(state: Resource[]): Resource[] {
  const network = named(state, 'network')
  const catalog = named(state, 'catalog')
  const rest = state.filter((entry) => entry !== network && entry !== catalog)
  return [...rest, network]
}

/** One object recorded twice, and one URN claimed by two objects. */
function recordedTwice(state: Resource[]): Resource[] {
  const vpc = named(state, 'main')
  const guard = named(state, 'internal')
  return [
    ...state,
    { ...vpc, outputs: {} },
    { ...guard, id: 'internal-5c01d9e', outputs: { ...guard.outputs, note: 'made by the second run' } },
  ]
}

/** Two resources that depend on each other. */
function inACircle(state: Resource[]): Resource[] {
  const role = named(state, 'checkout-role')
  const task = named(state, 'checkout-task')
  return state.map((entry) => (entry === role ? { ...entry, dependencies: [task.urn] } : entry))
}

/** A component with an id, and an entry without its type. */
function byHand(state: Resource[]): Resource[] {
  const checkout = named(state, 'checkout')
  const logs = named(state, 'checkout-logs')
  return state.map((entry) =>
    entry === checkout ? { ...entry, id: 'checkout' } : entry === logs ? { ...entry, type: '' } : entry,
  )
}

/** Every log group and role is missing, though tasks depend on them: a filter that went wrong. */
const withoutHalf = (state: Resource[]): Resource[] => state.filter(({ type }) => !/logGroup|iam\/role/.test(type))
