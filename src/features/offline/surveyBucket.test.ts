import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { loadBucket } from '#testing/loadBucket.ts'
import { bucketIn } from './bucket.ts'
import { allTroubles, resolvedTroubles } from './bucketTroubles.ts'
import { surveyBucket } from './surveyBucket.ts'

const DIR = '.pulumi/stacks/webshop'
const LOCK = '.pulumi/locks/organization/webshop/prod/0ee8cde4-926a-4a81-9c7f-2b16eb12af8e.json'
const KILLED = Date.parse('2026-11-21T11:10:16.948Z')
const HOUR = 3_600_000

type Contents = Record<string, string | Uint8Array<ArrayBuffer> | undefined>

/** The folder of a killed update with some files changed; files that are undefined are gone. */
async function folder(changed: Contents = {}, { now = KILLED + 5 * HOUR, only }: { now?: number; only?: string } = {}) {
  const files = Object.entries<Contents[string]>({ ...loadBucket(), ...changed }).flatMap(([path, content]) =>
    content === undefined ? [] : [{ path, file: new File([content], path, { lastModified: KILLED }) }],
  )
  const bucket = bucketIn(files)
  if (!bucket) throw new Error('no backend was found')
  const survey = await surveyBucket(bucket)
  const troubles = allTroubles(bucket, survey, now)
  const stack = survey.stacks.find(({ name }) => name === (only ?? 'webshop/prod'))
  if (!stack) throw new Error('the stack was not found')
  return { survey, stack, troubles, titles: troubles.map(({ title }) => title) }
}

describe('the folder of a killed update', () => {
  it('shows who holds the lock, that they wrote after taking it, and the recovery', async () => {
    const { troubles, stack } = await folder()
    expect(troubles).toHaveLength(1)
    expect(troubles[0]).toMatchObject({
      recovery: 'remove-lock-file',
      tone: 'danger',
      title: 'Locked by root on vm',
      lock: { lock: { pid: 28144 }, assessment: { verdict: 'wrote' } },
    })
    expect(troubles[0]?.commands).toContain('ps -p 28144')
    expect(troubles[0]?.commands).toContain(`rm ${LOCK}`)
    expect(stack.sources.map(({ place, entries, pending }) => [place, entries, pending])).toEqual([
      ['checkpoint', 17, 5],
      ['bak', 17, 4],
      ['backup', 17, 0],
      ['history', 17, 0],
    ])
  })

  it('has a milder warning for a lock without later writes (scenario 12)', async () => {
    const later = '{"pid":28144,"username":"root","hostname":"vm","timestamp":"2026-11-21T11:30:00Z"}'
    const { troubles } = await folder({ [LOCK]: later })
    expect(troubles[0]).toMatchObject({ tone: 'attention', lock: { assessment: { verdict: 'silent' } } })
    const soon = await folder({}, { now: KILLED + 60_000 })
    expect(soon.troubles[0]).toMatchObject({ tone: 'danger', lock: { assessment: { verdict: 'writes' } } })
  })

  it.each([
    ['', 'An empty lock file'],
    ['{"pid":281', 'A truncated lock file'],
  ])('recognises a lock file that holds %j (scenario 13)', async (content, title) => {
    const { troubles } = await folder({ [LOCK]: content })
    expect(troubles.map((each) => [each.recovery, each.title])).toEqual([['remove-lock-file', title]])
    expect(troubles[0]?.commands).toContain(`rm ${LOCK}`)
  })

  it('has the copies of a truncated checkpoint in order, and uses the newest complete one (scenario 14)', async () => {
    const whole = loadBucket()
    const half = whole[`${DIR}/prod.json`]?.slice(0, 40_000)
    const { stack, troubles } = await folder({ [`${DIR}/prod.json`]: half })
    expect(stack.sources.map(({ place, problem }) => [place, problem === undefined])).toEqual([
      ['checkpoint', false],
      ['bak', true],
      ['backup', true],
      ['history', true],
    ])
    expect(stack.sources[2]?.differs).toMatchObject({ added: 0, removed: 0 })
    expect(stack.sources.map(({ writtenAt }) => writtenAt)).toEqual(
      stack.sources.map(({ writtenAt }) => writtenAt).toSorted((a, b) => b - a),
    )
    const broken = troubles.find(({ recovery }) => recovery === 'restore-checkpoint')
    expect(broken?.title).toBe('The checkpoint cannot be read')
    expect(broken?.commands).toContain(`cp ${DIR}/prod.json.bak ${DIR}/prod.json`)
    expect(broken?.commands).toContain(`mv ${DIR}/prod.json ${DIR}/prod.json.broken`)

    const mending = { [`${DIR}/prod.json`]: whole[`${DIR}/prod.json.bak`], [LOCK]: undefined }
    const after = await folder(mending)
    expect(after.titles).toEqual([])
    expect(resolvedTroubles(troubles, after.troubles).map(({ title }) => title)).toEqual([
      'Locked by root on vm',
      'The checkpoint cannot be read',
    ])
  })

  it('uses another copy when .bak is broken too, and says when none is complete', async () => {
    const noBak = await folder({ [`${DIR}/prod.json`]: '{', [`${DIR}/prod.json.bak`]: '' })
    expect(noBak.troubles.at(-1)?.commands.some((line) => line.startsWith('cp .pulumi/backups/webshop/prod/'))).toBe(
      true,
    )
    const none = Object.fromEntries(
      Object.keys(loadBucket())
        .filter((path) => /(backups|history)\/webshop\/prod/.test(path))
        .map((path) => [path, undefined]),
    )
    const lost = await folder({ ...none, [`${DIR}/prod.json`]: '{', [`${DIR}/prod.json.bak`]: '' })
    expect(lost.troubles.at(-1)?.commands).toEqual([])
    expect(lost.troubles.at(-1)?.sentence).toMatch(/No copy in this folder is whole/)
  })

  it('restores a missing checkpoint', async () => {
    const { troubles } = await folder({ [`${DIR}/prod.json`]: undefined })
    expect(troubles.at(-1)).toMatchObject({ title: 'The checkpoint is missing', recovery: 'restore-checkpoint' })
    expect(troubles.at(-1)?.commands).toContain(`cp ${DIR}/prod.json.bak ${DIR}/prod.json`)
  })
})

describe('other errors in a folder', () => {
  const quiet = { [LOCK]: undefined }

  it.each(['', '{"md5":', '[]'])('a sidecar file that holds %j may be deleted, and no other file', async (content) => {
    const path = `${DIR}/staging.json.attrs`
    const { troubles } = await folder({ ...quiet, [path]: content })
    expect(troubles.map(({ title, commands }) => [title, commands])).toEqual([
      ['The sidecar of the checkpoint is broken', [`rm ${path}`]],
    ])
  })

  it('two compressed files: the newest counts, and the other is kept elsewhere', async () => {
    const packed = new Uint8Array(gzipSync(loadBucket()[`${DIR}/staging.json`] ?? ''))
    const { troubles } = await folder({ ...quiet, [`${DIR}/staging.json.gz`]: packed })
    expect(troubles.map(({ title, commands }) => [title, commands])).toEqual([
      ['The stack exists in two compressions', [`mv ${DIR}/staging.json staging.json.kept`]],
    ])
  })

  it('zstd is recognised by its content, and not reported as broken', async () => {
    const zstd = new Uint8Array([0x28, 0xb5, 0x2f, 0xfd, 1, 2])
    const { stack, titles } = await folder({ ...quiet, [`${DIR}/staging.json`]: zstd }, { only: 'webshop/staging' })
    expect(stack.sources[0]?.problem).toMatch(/zstd/)
    expect(titles).toEqual([])
  })

  it.each([
    ['version: 1\n', []],
    ['', ['meta.yaml is broken']],
    ['versoin: 1', ['meta.yaml is broken']],
    ['\u0000\u0001', ['meta.yaml is broken']],
    ['version: 7', ['meta.yaml names a layout of a newer CLI']],
  ])('meta.yaml is checked: %j', async (content, expected) => {
    expect((await folder({ ...quiet, '.pulumi/meta.yaml': content })).titles).toEqual(expected)
  })

  it('the old layout is reported, with the project that each stack would get', async () => {
    const all = loadBucket()
    const files = {
      '.pulumi/stacks/prod.json': all[`${DIR}/prod.json`] ?? '',
      '.pulumi/stacks/empty.json':
        '{"version":3,"checkpoint":{"stack":"empty","latest":{"manifest":{"time":"2026-01-05T09:00:00Z","magic":"","version":""}}}}',
    }
    const bucket = bucketIn(Object.entries(files).map(([path, text]) => ({ path, file: new File([text], path) })))
    if (!bucket) throw new Error('no backend was found')
    const survey = await surveyBucket(bucket)
    expect(survey.stacks.map(({ name, project }) => [name, project])).toEqual([
      ['empty', undefined],
      ['prod', 'webshop'],
    ])
    const [layout] = allTroubles(bucket, survey, KILLED)
    expect(layout).toMatchObject({
      recovery: 'upgrade-backend',
      title: 'This backend has the old layout, without projects',
    })
    expect(layout?.commands.at(-1)).toBe('PULUMI_DIY_BACKEND_IGNORE_DEPRECATION_ERROR=1 pulumi state upgrade --yes')
    expect(layout?.sentence).toContain('A stack without resources gets none: it is skipped')
  })

  it('files of the old layout that an upgrade left behind are reported', async () => {
    const { titles } = await folder({ ...quiet, '.pulumi/stacks/left.json': loadBucket()[`${DIR}/prod.json`] })
    expect(titles).toEqual(['Stacks of the old layout that no CLI sees'])
  })
})
