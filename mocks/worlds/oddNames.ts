import { runQuietStory } from '../quietStory.ts'
import { bucket, deployed, urnsBefore } from '../scenes.ts'
import { ref } from '../story.ts'

const LONG = 'a-name-without-any-end-'.repeat(14).slice(0, 300)
const RIGHT_TO_LEFT = 'مخزن-الفواتير-الرئيسي'
/** Letters with many marks above and below. */
const COMBINING = `ze\u0301\u0302\u0308\u0323bra-a\u030A\u0328\u0304-o\u0303\u0301\u0332`
const EMOJI = '🧾👩‍💻🇨🇭-Æther-ﷺ-ねこ'
/** Reverses the text that follows, so that a name could be read as another. */
const TURNED = 'invoice\u202Egpj.exe\u202C-end'
const TAGS = 40

/** Names of 300 characters, right to left, with combining marks, with pictures; 40 tags; and an update that was interrupted. */
export const oddNames = () =>
  runQuietStory(async ({ ci, laptop, wait }) => {
    const shop = ref('organization/shop/prod')
    await deployed(ci, shop, { resources: 12, wait })
    for (let tag = 0; tag < TAGS; tag++) {
      const value = [RIGHT_TO_LEFT, COMBINING, EMOJI, LONG.slice(0, 200)][tag % 4] ?? ''
      await ci.call('POST', '/api/stacks/organization/shop/prod/tags', { body: { name: `owner-${tag}`, value } })
    }
    await wait('1h')
    const run = await laptop.start(shop, { message: `${RIGHT_TO_LEFT} ${EMOJI} ${COMBINING} ${LONG}` })
    await run.keeps(...urnsBefore(run))
    for (const name of [LONG, RIGHT_TO_LEFT, COMBINING, EMOJI, TURNED])
      await run.does('creating', { ...bucket(run, name), id: name, inputs: { [name]: name } })
    await run.says(`Created ${TURNED} and ${LONG}`)
    for (const name of [`${LONG.slice(0, 280)}-left`, `${RIGHT_TO_LEFT}-left`])
      await run.begin('creating', bucket(run, name))
    await wait('20m')
  })
