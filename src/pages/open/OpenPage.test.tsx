// Files on their way through the page: real reading, verifying and recovering in the service of the browser.
import { gzipSync } from 'node:zlib'
import { configure, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it, vi } from 'vitest'
import { loadBucket } from '#testing/loadBucket.ts'
import { renderAt } from '#testing/renderAt.tsx'
import { fill, goOn, pick, press } from '#testing/screens/steps.ts'

configure({ asyncUtilTimeout: 20_000 }) // a busy machine, not a slow page

const root = { urn: 'urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod', type: 'pulumi:pulumi:Stack' }
const SECRET = { '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270', ciphertext: 'c1phertext' }
const bucket = (name: string, more: object = {}) => ({
  urn: `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`,
  type: 'aws:s3/bucket:Bucket',
  custom: true,
  id: `${name}-1`,
  parent: root.urn,
  inputs: { bucket: name, password: SECRET },
  ...more,
})
const manifest = { time: '2026-01-05T09:00:00Z', magic: '', version: '' }
const state = (resources: object[], more: object = {}) =>
  JSON.stringify({ version: 3, deployment: { manifest, resources, ...more } })

async function opening() {
  const rendered = await renderAt('/-/open', 'healthy')
  const choose = async (files: File[], label = 'Choose a state file') =>
    userEvent.upload(await screen.findByLabelText(label), files)
  const before = rendered.requests.length
  return {
    ...rendered,
    choose,
    chooseText: (text: string, name = 'state.json') => choose([new File([text], name)]),
    /** Requests since the page was open that say anything of what was opened. */
    leaks: () => rendered.requests.slice(before).filter((each) => /this-browser|shop|buckets|c1phertext/.test(each)),
  }
}

/** A file with its path in a folder, as a browser gives it; copied just now, its lock before its state. */
function inFolder(path: string, text: string): File {
  const lastModified = Date.now() - (path.includes('/locks/') ? 60_000 : 0)
  const file = new File([text], path.split('/').at(-1) ?? path, { lastModified })
  Object.defineProperty(file, 'webkitRelativePath', { value: path })
  return file
}

/** Recovers a state with a reference to a resource that is gone: one entry changes. */
async function dropReference(): Promise<void> {
  const [recover] = await screen.findAllByRole('link', { name: 'Recover' })
  if (recover) await userEvent.click(recover)
  await userEvent.click(await screen.findByRole('link', { name: /Start recovery/ }))
  await pick(/Drop the reference/)
  await goOn()
  await fill(/^Reason/, 'It was removed by hand')
  await press('Change 1 entry')
}

describe('a state file', () => {
  it('is shown by the pages of a stack, and nothing of it leaves the browser', async () => {
    const { router, chooseText, leaks } = await opening()
    await chooseText(state([root, bucket('logs')]))
    expect(await screen.findByText('The file is not uploaded; a reload closes it.')).toBeInTheDocument()
    expect(router.state.location.pathname).toBe('/this-browser/shop/prod')
    expect((await screen.findAllByText('Valid')).length).toBeGreaterThan(0)
    await userEvent.click(screen.getByRole('link', { name: /^Resources/ }))
    expect(await screen.findByText(/2 resources in version 1/)).toBeInTheDocument()
    expect(document.body).not.toHaveTextContent('c1phertext')
    expect(leaks()).toEqual([])
  })

  it('that is invalid is repaired there: chosen, previewed, written in memory, and downloaded for an import', async () => {
    const saved: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved.push(blob as Blob)
      return 'blob:here'
    })
    const { router, chooseText, leaks } = await opening()
    await chooseText(state([root, bucket('logs', { dependencies: [bucket('gone').urn] })]))
    await dropReference()
    expect(await screen.findByText('Version 2 is valid.')).toBeInTheDocument()
    expect(await screen.findByText('Version 2 is in this browser only.')).toBeInTheDocument()
    expect(screen.getByText(/A reload discards your changes/)).toBeInTheDocument()
    expect(screen.getByText(/pulumi stack import --stack organization\/shop\/prod --file/)).toBeInTheDocument()
    await press('Download the state')
    await vi.waitFor(() => expect(saved).toHaveLength(1))
    const text = await saved[0]?.text()
    expect(text).toContain('"logs-1"')
    expect(text).not.toContain('gone')
    expect(router.state.location.pathname).toMatch(/^\/this-browser\//)
    expect(leaks()).toEqual([])
  })

  it('is changed for good: after an undo its commands are still there', async () => {
    const { router, chooseText } = await opening()
    await chooseText(state([root, bucket('logs', { dependencies: [bucket('gone').urn] })]))
    await router.navigate('/this-browser/shop/prod')
    await dropReference()
    await press('Undo')
    await fill(/^Reason/, 'It is there after all')
    await press('Undo recovery')
    expect(await screen.findByText('Version 3 is in this browser only.')).toBeInTheDocument()
    expect(screen.getByText(/pulumi stack import --stack organization\/shop\/prod --file/)).toBeInTheDocument()
  })

  it('with errors lists all of them, and leads to the repairs', async () => {
    const { chooseText } = await opening()
    const below = (name: string) => ({ ...bucket(name), parent: root.urn })
    const pending = { pending_operations: [{ type: 'creating', resource: bucket('new', { id: '' }) }] }
    await chooseText(state([below('a'), below('b'), root], pending))
    const notice = (await screen.findByText('The state has 2 errors')).closest<HTMLElement>('[role="note"]')
    // It was found above.
    expect(
      within(notice!)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^“a” is listed before its parent /),
      expect.stringMatching(/^“b” is listed before its parent /),
    ])
    expect(notice).toHaveTextContent(
      'Repair them first under Recover; then resolve 1 operation with an unknown outcome.',
    )
    // Not a third time beside them.
    expect(screen.getByText('Integrity').closest('div')).toHaveTextContent(/^IntegrityInvalid$/)
    expect(within(notice!).getByRole('link', { name: 'Recover' })).toHaveAttribute(
      'href',
      '/this-browser/shop/prod/recover',
    )
  })

  it('with a pending create says so, without judging a lock that it cannot know', async () => {
    const { chooseText } = await opening()
    await chooseText(state([root], { pending_operations: [{ type: 'creating', resource: bucket('new', { id: '' }) }] }))
    expect(await screen.findByRole('link', { name: '1 operation' })).toBeInTheDocument()
    expect(screen.queryByText(/there is no lock/)).not.toBeInTheDocument()
  })

  it('with a pending create says before the import command that it is resolved first, and not before a change', async () => {
    const { chooseText, router } = await opening()
    const { urn } = bucket('logs')
    const pending = { pending_operations: [{ type: 'creating', resource: bucket('new', { id: '' }) }] }
    await chooseText(state([root, bucket('logs')], pending))
    await screen.findByText('Opened in this browser.')
    await router.navigate(`/this-browser/shop/prod/edit?do=protect&urn=${encodeURIComponent(urn)}`)
    expect(screen.queryByText(/^Resolve 1 pending operation first/)).not.toBeInTheDocument()
    await fill(/^Reason/, 'It is protected')
    await press('Protect logs')
    const resolve = await screen.findByRole('link', { name: 'Resolve 1 pending operation first' })
    expect(resolve).toHaveAttribute('href', '/this-browser/shop/prod/recover')
    expect(resolve.parentElement).toHaveTextContent(
      /: pulumi stack import drops it; an import into Holdfast does not\.$/,
    )
    // The steps that would drop it wait, folded.
    const steps = screen.getByText(/^Then save it to its backend, in \d steps$/).closest('details')
    expect(steps).not.toHaveAttribute('open')
    expect(steps).toHaveTextContent(/Save the state with your changes as shop-prod-for-import\.json\./)
  })

  it('claims nothing that a file does not show: other stacks, updates, settings', async () => {
    const { chooseText, router } = await opening()
    const reads = {
      urn: 'urn:pulumi:prod::shop::pulumi:pulumi:StackReference::net',
      type: 'pulumi:pulumi:StackReference',
      custom: true,
      id: 'organization/net/prod',
      inputs: { name: 'organization/net/prod' },
      outputs: { name: 'organization/net/prod', outputs: {} },
    }
    await chooseText(state([root, reads]))
    expect(await screen.findByText('The state is valid; nothing is pending.')).toBeInTheDocument()
    expect(screen.queryByText('Created')).not.toBeInTheDocument()
    await router.navigate('/this-browser/shop/prod/updates')
    expect(await screen.findByText(/A state file has no history of its updates/)).toBeInTheDocument()
    expect(screen.queryByText('pulumi up')).not.toBeInTheDocument()
    await router.navigate('/this-browser/shop/prod/settings/options')
    expect(await screen.findByText(/its name and tags are those in the file/)).toBeInTheDocument()
  })

  it('is compared with another that was opened beside it', async () => {
    const { choose, router } = await opening()
    const other = state([root, bucket('logs', { id: 'logs-2' }), bucket('queue')])
    await choose([new File([state([root, bucket('logs')])], 'a.json'), new File([other], 'b.json')])
    const row = (await screen.findByRole('link', { name: /prod-2/ })).closest('tr')
    expect(row).toHaveTextContent(/b\.json, opened \d\d:\d\d.*Valid/)
    expect(row).not.toHaveTextContent('Healthy')
    await router.navigate('/this-browser/shop/prod/compare?of=this-browser%2Fshop%2Fprod-2')
    expect((await screen.findAllByText('queue')).length).toBeGreaterThan(0)
  })

  it('is read packed with gzip, and as a checkpoint', async () => {
    const { choose } = await opening()
    const checkpoint = JSON.stringify({
      version: 3,
      checkpoint: { stack: 'organization/shop/dev', latest: { manifest, resources: [root, bucket('logs')] } },
    })
    await choose([new File([gzipSync(checkpoint)], 'dev.json.gz')])
    expect(await screen.findByRole('heading', { name: /dev/ })).toBeInTheDocument()
  })
})

describe('the folder of a backend', () => {
  const files = () => Object.entries(loadBucket()).map(([path, text]) => inFolder(`bucket/${path}`, text))

  it('is a list of its stacks, each with what its lock says', async () => {
    const { choose, leaks } = await opening()
    await choose(files(), 'Choose a folder')
    await userEvent.click(await screen.findByRole('link', { name: /webshop\/prod/ }))
    expect(await screen.findByRole('region', { name: 'Lock' })).toBeInTheDocument()
    // The date of a copied file says nothing about when a run wrote it.
    expect(screen.getByText(/Whether anything was written since the lock was taken is not known/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^Refresh/ })).not.toBeInTheDocument()
    expect(leaks()).toEqual([])
  })

  it('is the same in a zip file', async () => {
    const { choose } = await opening()
    const entries = Object.entries(loadBucket()).map(([path, text]) => [
      path.replace('/webshop/', '/zipped/'),
      strToU8(text),
    ])
    const zip = zipSync(Object.fromEntries(entries) as Record<string, Uint8Array>)
    await choose([new File([zip as Uint8Array<ArrayBuffer>], 'bucket.zip')])
    expect(await screen.findByRole('link', { name: /zipped\/prod/ })).toBeInTheDocument()
    expect(screen.getByRole('link', { name: /zipped\/staging/ })).toBeInTheDocument()
  })
})

describe('what cannot be opened', () => {
  const cutZip = zipSync({ '.pulumi/stacks/shop/prod.json': strToU8(state([root])) }).slice(0, 60)
  it.each([
    ['cut.json', '{"version": 3, "deploy', /Truncated: the JSON is incomplete\. .* as \.bak/],
    ['empty.json', '', /empty/],
    ['new.json', '{"version":99,"deployment":{}}', /newer CLI/],
    ['text.json', 'no json', /Not valid JSON/],
    ['events.json', '{"sequence":1}\n{"sequence":2}\n', /log of engine events/],
    ['other.json', '{"a":1}', /not a Pulumi state/],
    ['other.zip', zipSync({ 'readme.md': strToU8('hello') }), /no \.pulumi with stacks in this zip/],
    ['cut.zip', cutZip, /cut short or damaged/],
  ] as const)('%s is explained in a sentence, and the page stays usable', async (name, content, sentence) => {
    const { choose, chooseText } = await opening()
    await choose([new File([content as string], name)])
    expect(await screen.findByRole('alert')).toHaveTextContent(`${name} cannot be opened`)
    expect(screen.getByRole('alert')).toHaveTextContent(sentence)
    await chooseText(state([root]))
    expect(await screen.findByText('The file is not uploaded; a reload closes it.')).toBeInTheDocument()
  })

  it('more files than can be opened together', async () => {
    const { choose } = await opening()
    await choose(Array.from({ length: 21 }, (_, n) => new File(['{}'], `${n}.json`)))
    expect(await screen.findByRole('alert')).toHaveTextContent(/21 files.*no folder of a self-managed backend/)
  })
})
