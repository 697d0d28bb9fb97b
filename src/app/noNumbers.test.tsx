// Numbers of the catalogue of recoveries (GR-06) are for docs/recovery.md: no page shows one.
import { act, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { StackPage } from '#contract/stacks.ts'
import type { Diagnosis, RecoveryOptions, RecoveryRecord } from '#contract/recoveries.ts'
import type { z } from 'zod'
import { type WorldName, worlds } from '#mocks/worlds.ts'
import { problems as pages } from '#domain/problems/all.ts'
import { paths } from '#src/lib/paths.ts'
import { renderAt } from '#testing/renderAt.tsx'

/** Every recovery of a world with 5,000 stacks is opened, on a machine that may be busy. */
const MANY_PAGES_MS = 90_000

type Page = Awaited<ReturnType<typeof renderAt>>

/** What the pages hold that have a number, or an id where a title belongs; each page is whole before it is examined. */
async function numbersOn({ router, client }: Pick<Page, 'router' | 'client'>, addresses: readonly string[]) {
  const found: string[] = []
  // Home comes last: a closed wizard notifies the server so while that still answers.
  for (const address of [...addresses, paths.home()]) {
    await act(() => router.navigate(address))
    await waitFor(() => {
      expect(router.state.navigation.state).toBe('idle')
      expect([client.isFetching(), client.isMutating()]).toEqual([0, 0])
      expect(document.querySelector('h1')).toHaveTextContent(/\S/)
    })
    for (const [text] of document.body.innerHTML.matchAll(/.{0,40}(?:GR-\d\d|\((?:EDIT|edit)\)).{0,40}/g))
      found.push(`${address}: ${text}`)
  }
  return found
}

describe('no page shows a catalogue number', () => {
  it.each(Object.keys(worlds) as WorldName[])(
    'in the world %s',
    async (name) => {
      const page = await renderAt(paths.home(), name)
      const { stacks } = await page.ask<z.infer<typeof StackPage>>('')
      const seen = new Set<string>() // one stack for each recovery: a fleet has the same one many times
      const addresses: string[] = []
      for (const { ref } of stacks) {
        const { findings } = await page.ask<Diagnosis>(`/${ref.org}/${ref.project}/${ref.stack}/recover`)
        const ids = new Set(findings.flatMap(({ recovery }) => (recovery && !seen.has(recovery) ? recovery : [])))
        for (const id of ids) seen.add(id)
        if (ids.size > 0) addresses.push(paths.recover(ref), ...[...ids].map((id) => paths.recovery(ref, id)))
      }
      expect(await numbersOn(page, addresses)).toEqual([])
    },
    MANY_PAGES_MS,
  )

  it('on the problem pages', async () => {
    const page = await renderAt(paths.diagnose(), 'healthy')
    expect(
      await numbersOn(
        page,
        pages.map(({ id }) => paths.problem(id)),
      ),
    ).toEqual([])
  })

  it('after a recovery: its record, its version, the stack, the history, the audit log', async () => {
    const stack = { org: 'organization', project: 'shop', stack: 'prod' }
    const page = await renderAt(paths.recover(stack), 'pendingCreates')
    const { basis, problems } = await page.ask<RecoveryOptions>('/organization/shop/prod/recover/clear-create')
    const record = await page.ask<RecoveryRecord>('/organization/shop/prod/recoveries', {
      recovery: 'clear-create',
      basis,
      choices: problems.map(({ id }) => ({ problem: id, option: 'doesNotExist', statement: 'Looked in S3.' })),
      reason: 'Looked in S3.',
      confirm: 'organization/shop/prod',
      processHasEnded: true,
    })
    const addresses = [
      paths.recovery(stack, record.id),
      paths.update(stack, record.version ?? 0),
      paths.stack(stack),
      paths.recover(stack),
      paths.updates(stack),
      paths.activity(),
      paths.untracked(),
      paths.settings.audit(),
    ]
    expect(await numbersOn(page, addresses)).toEqual([])
  })
})
