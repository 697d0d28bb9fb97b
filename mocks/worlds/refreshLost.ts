import { CI, deployed, LAPTOP, quietStacks } from '../scenes.ts'
import { ref, tell } from '../story.ts'

/** A refresh with the credentials of another account found nothing, an hour ago, and took most of the entries out. */
export const refreshLost = () =>
  tell('2026-01-05T06:00:00Z', async (telling) => {
    await quietStacks(telling)
    const { cli, wait } = telling
    const shop = ref('organization/shop/prod')
    const ci = await cli('ci-runner', CI)
    await deployed(ci, shop, { resources: 40, wait })
    await wait('3h')
    const laptop = await cli('ada-laptop', LAPTOP)
    const run = await laptop.start(shop, { kind: 'refresh', message: 'See what changed by hand' })
    const resources = run.base.deployment.resources ?? []
    const custom = resources.filter((entry) => entry.custom && !entry.type.startsWith('pulumi:'))
    // What the wrong account has as well: six in ten are not there.
    const lost = new Set(custom.slice(Math.floor(custom.length * 0.4)))
    await run.journal(
      resources.flatMap((state, index) => [
        run.entry(0, { operationID: index + 1, isRefresh: true }),
        run.entry(3, {
          operationID: index + 1,
          removeOld: index,
          isRefresh: true,
          ...(lost.has(state) ? {} : { state }),
        }),
      ]),
    )
    await run.events(
      [...lost].flatMap(({ urn, type, id }) => [
        {
          resourcePreEvent: { metadata: { op: 'refresh', urn, type, old: { urn, type, id }, new: { urn, type, id } } },
        },
        { resOutputsEvent: { metadata: { op: 'delete', urn, type, old: { urn, type, id }, new: null } } },
      ]),
    )
    await wait('40s')
    await run.complete('succeeded', 41)
    await wait('1h')
  })
