import { bucket, CI, deployed, failed, LAPTOP, urnsBefore } from '../scenes.ts'
import { ref, runScenario } from '../story.ts'

/** As long as a name of a stack or a project may be. */
const LONG = 'a-name-without-any-end-'.repeat(12)
const RTL = 'مخزن الفواتير الرئيسي'
/** Letters with marks above and below, which take more height than a line. */
const COMBINED = `Zalgo ${'heavy'.replaceAll(/./g, '$&\u0301\u0323\u0308\u0330')} 🧾👩‍💻 ﷺ ねこ`

/** Names, messages and tags that fit nowhere: very long, from right to left, with combining characters, many. */
export const unusual = () =>
  runScenario('2026-01-05T06:00:00Z', async ({ cli, wait }) => {
    const ci = await cli(`ci-${LONG}`.slice(0, 100), CI)
    const laptop = await cli('ada-laptop', LAPTOP)
    const long = ref(`organization/${LONG.slice(0, 100)}/${LONG.slice(0, 100)}`)
    const tagged = ref('organization/shop/tagged')
    for (const stack of [long, tagged, ref('organization/shop/rtl')])
      await deployed(ci, stack, { resources: 8, message: `${RTL} ${COMBINED} ${LONG}`, wait })
    for (let n = 1; n <= 40; n++)
      await ci.call('POST', `${ci.path(tagged)}/tags`, {
        body: { name: `owner-of-part-${n}`, value: `team ${n} ${RTL} ${LONG}`.slice(0, n > 1 ? 8 : 200) },
      })
    await wait('2h')
    await failed(laptop, tagged, `${LONG}${LONG}`.slice(0, 300), wait)
    await wait('1h')
    const run = await ci.start(long, { message: COMBINED })
    await run.keeps(...urnsBefore(run))
    await run.does('creating', { ...bucket(run, LONG.slice(0, 200)), id: LONG })
    await run.does('creating', { ...bucket(run, RTL), id: 'rtl' })
    await run.begin('creating', bucket(run, COMBINED))
    await wait('310s')
    const held = await ci.start(ref('organization/shop/rtl'), { message: RTL })
    await held.begin('creating', bucket(held, COMBINED))
    await laptop.start(ref('organization/shop/rtl'), { message: RTL }).catch(() => undefined) // refused
    await wait('20s')
  })
