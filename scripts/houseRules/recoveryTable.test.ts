import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from '#domain/recoveries/catalogue.ts'
import { problems } from '#domain/problems/all.ts'
import { expectNone } from './expectNone.ts'

const text = readFileSync(new URL('../../docs/recovery.md', import.meta.url), 'utf8')

/** Cells of the table rows; a bar inside code would add a cell, which the count reveals. */
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\| (---|No\.|Page) /.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )

describe('the table of recovery tools', () => {
  it('has one row for each guided recovery and each known problem, in order, and no other', () => {
    const numbered = RecoveryId.options.toSorted((a, b) => catalogue[a].number - catalogue[b].number)
    expect(rows.map((cells) => cells.at(-5))).toEqual([...numbered, ...problems.map(({ id }) => id)])
  })

  it('has no empty cell, and says what is always refused', () => {
    const incomplete = rows.filter((row) => ![5, 6].includes(row.length) || row.some((cell) => cell.length < 4))
    expectNone(
      incomplete.map((row) => row.join(' | ')),
      'Fill in `docs` of these recoveries and problems, then run npm run recoveries.',
    )
  })
})

it('the table of recovery tools is linked from the readme', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  expect(readme).toContain('(docs/recovery.md)')
})
