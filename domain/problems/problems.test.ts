import { describe, expect, it } from 'vitest'
import { RecoveryId } from '#contract/recoveryId.ts'
import { dictionary } from '#domain/errorDictionary/dictionary.ts'
import { recogniseErrors } from '#domain/errorDictionary/recogniseErrors.ts'
import { problems } from './all.ts'
import { catalogue } from './catalogue.ts'
import { findProblems, problemsFor } from './find.ts'
import { type KnownProblem, symptomsOf } from './problem.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }
const commandsOf = ({ first, steps }: KnownProblem) =>
  [first, ...steps].flatMap(({ run }) => run?.(stack) ?? []).filter((line) => !line.startsWith('#'))

it('every problem is listed once, and every known error is of one problem at most', () => {
  const ids = problems.map(({ id }) => id)
  expect(catalogue.map(({ id }) => id)).toEqual([...new Set(ids)])
  const errors = dictionary.map(({ id }) => id)
  expect(errors).toEqual([...new Set(errors)])
})

describe.each(problems.map((page) => ({ id: page.id, page })))('the page of $id', ({ page }) => {
  const messages = symptomsOf(page).flatMap((sight) => ('says' in sight ? [sight.says] : []))
  const ways = page.recoveries

  it('quotes recognised messages, each of which leads to one of its recovery tools', () => {
    const unknown = messages.filter((message) => recogniseErrors(message).length === 0)
    expect(unknown).toEqual([])
    const astray = messages.filter((message) => {
      const led = recogniseErrors(message).flatMap(({ recoveries }) => recoveries)
      return led.length > 0 && !led.some((way) => ways.includes(way))
    })
    expect(astray).toEqual([])
  })

  it('has all its parts, and is short', () => {
    const { causes, never, means, first, here, steps } = page
    expect([symptomsOf(page), causes, never].filter((list) => list.length === 0)).toEqual([])
    const texts = [means, first.say, here, ...steps.map(({ say }) => say)]
    expect(texts.filter((text) => text.length > 175 || text === '')).toEqual([])
  })

  it('forces nothing, and names the stack in every command about it', () => {
    const commands = commandsOf(page)
    expect(commands.filter((each) => /--force|--import-pending-creates|--show-secrets/.test(each))).toEqual([])
    const aboutStack =
      /\bpulumi (up|preview|refresh|destroy|cancel|import|config|state (?!upgrade)|stack (import|rename|change))/
    const nameless = commands.filter((each) => aboutStack.test(each) && !/--stack acme\/\S+\/prod/.test(each))
    expect(nameless).toEqual([])
  })

  it('has no command for CI that asks a person: without a terminal the CLI refuses to run it', () => {
    const inCi = page.steps.filter(({ say }) => say.startsWith('In CI')).flatMap(({ run }) => run?.(stack) ?? [])
    const asking = inCi.filter(
      (line) => /pulumi (up|refresh|destroy|import)/.test(line) && !/--(yes|preview-only)/.test(line),
    )
    expect(asking).toEqual([])
  })

  it('backs up the state before a command that changes it', () => {
    const commands = commandsOf(page)
    const writes = commands.findIndex((each) => /pulumi (state (delete|rename)|stack (rename|change))/.test(each))
    const copies = commands.findIndex((each) => each.includes('stack export'))
    expect(writes < 0 || (copies >= 0 && copies < writes)).toBe(true)
  })
})

it('the pages cover every recovery tool suggested by an error, and every guided recovery', () => {
  const named = new Set([...dictionary.flatMap(({ recoveries }) => recoveries), ...RecoveryId.options])
  expect([...named].filter((recovery) => problemsFor(recovery).length === 0)).toEqual([])
  expect(problemsFor('remove-lock-file')[0]?.id).toBe('bucket-lock')
  expect(problemsFor('fix-network')[0]?.id).toBe('cannot-connect')
})

it('every problem is found by common search words', () => {
  const found = (query: string) => findProblems(query).map(({ id }) => id)
  expect(found('409')).toEqual(['conflict'])
  expect(found('PASSPHRASE')).toEqual(['secrets'])
  expect(found('CloudFront')).toEqual(['cloudfront-etag'])
  expect(found('the moon')).toEqual([])
  expect(found(' ')).toHaveLength(problems.length)
})

it('a page shows the messages that have a place, as examples without placeholders, and then the other symptoms', () => {
  const page = problems.find(({ id }) => id === 'lease-not-renewed')
  expect(page && symptomsOf(page)).toEqual([
    { says: 'renewing lease: token expired: [403]', when: 'during an update' },
    { says: "failed to complete update: [409] Stack 'prod' is not locked by update id", when: 'at the end' },
    { says: "[404] Not Found: Update '…' not found", when: 'the update or its stack was removed' },
    { says: 'failed to save snapshot: [403] The provided update token has expired', when: 'during an update' },
  ])
})
