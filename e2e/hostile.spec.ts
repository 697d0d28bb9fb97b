import type { Cli } from '#mocks/cli.ts'
import { bucket, urnsBefore } from '#mocks/scenes.ts'
import { ref } from '#mocks/story.ts'
import { expect, test } from './fixtures.ts'

const PROD = ref('organization/shop/prod')

/** Each sets `window.ran` if it is taken for markup, a script, an address or a style. */
const HOSTILE = [
  '<img src=x onerror="window.ran=1">',
  '"><script>window.ran=1</script>',
  '<svg onload="window.ran=1"><foreignObject><body onload="window.ran=1"></foreignObject></svg>',
  '</title></textarea></style><iframe srcdoc="<script>parent.ran=1</script>">',
  'javascript:window.ran=1',
  '[a](javascript:window.ran=1) **b** ${window.ran=1} {{window.ran=1}}',
]
const text = `${HOSTILE.join(' ')} O’Hara's ねこ 👩‍💻`

/**
 * Puts it wherever a client may send text: tags, messages, environment, inputs, outputs, ids, types, names, the log.
 */
async function sayEverywhere(cli: Cli): Promise<void> {
  await cli.initStack(PROD, { owner: text.slice(0, 250), 'pulumi:description': text.slice(0, 250) })
  const environment = {
    'git.author': text,
    'ci.build.url': 'javascript:window.ran=1',
    'ci.system': text,
    'git.head': text,
  }
  for (const end of ['succeeded', 'failed', 'killed'] as const) {
    const run = await cli.start(PROD, { message: text, environment })
    await run.keeps(...urnsBefore(run))
    await run.does('creating', {
      ...bucket(run, `${text} ${end}`),
      type: 'aws:s3/<b>bucket:Bucket',
      id: text,
      inputs: { [text]: text, list: HOSTILE },
      outputs: { url: 'javascript:window.ran=1', text },
    })
    await run.says(text)
    const cut = await run.begin('creating', bucket(run, `${text} cut off ${end}`))
    if (end === 'killed') return
    if (end === 'failed') await cut.fails(text)
    else await cut.succeeds()
    await run.complete(end)
  }
}

const PAGES = [
  '/',
  '/-/stacks',
  `/-/stacks?search=${encodeURIComponent(HOSTILE[0] ?? '')}`,
  '/-/leases',
  '/-/untracked',
  '/-/activity',
  '/-/graph',
  '/-/settings/tokens',
  '/-/settings/users',
  '/-/settings/organizations',
  '/-/settings/audit',
  `/-/diagnose?text=${encodeURIComponent(text)}`,
  '/organization/shop/prod',
  '/organization/shop/prod/updates',
  '/organization/shop/prod/updates/1',
  '/organization/shop/prod/updates/2',
  '/organization/shop/prod/updates/2?tab=timeline',
  '/organization/shop/prod/updates/2?tab=timeline&view=table',
  '/organization/shop/prod/updates/2?tab=log',
  '/organization/shop/prod/updates/2?tab=config',
  '/organization/shop/prod/resources',
  '/organization/shop/prod/graph',
  '/organization/shop/prod/versions',
  '/organization/shop/prod/compare?from=1&to=2',
  '/organization/shop/prod/recover',
  '/organization/shop/prod/recover/resolve-operations',
  '/organization/shop/prod/edit',
  '/organization/shop/prod/settings/options',
  `/organization/shop/${encodeURIComponent('<img src=x onerror=window.ran=1>')}`,
]

// Missing objects are requested on purpose. A violation of the content security policy is not expected.
test.use({ expectedErrors: /404 \(Not Found\)/ })

test('text from clients is shown literally on every page: none of it runs or becomes markup', async ({
  signedIn: page,
  server,
}) => {
  const cli = await server.cliNamed(text.slice(0, 190))
  await sayEverywhere(cli)
  await server.advance(310_000)
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(server.url + path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/loading/i)).toHaveCount(0)
      const found = await page.evaluate(() => ({
        ran: 'ran' in window,
        markup: document.querySelectorAll('img[src="x"], iframe, foreignObject, b, [onload], [onerror], body script')
          .length,
        links: [...document.querySelectorAll('[href], [src], [action]')].filter((element) =>
          ['href', 'src', 'action'].some((name) => /^\s*javascript:/i.test(element.getAttribute(name) ?? '')),
        ).length,
      }))
      expect(found).toEqual({ ran: false, markup: 0, links: 0 })
    })
  }
  // The pages did show it.
  await page.goto(`${server.url}/organization/shop/prod/updates`)
  await expect(page.getByText(text).first()).toBeVisible()
})
