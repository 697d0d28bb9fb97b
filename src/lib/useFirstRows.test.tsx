import { render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { FIRST_ROWS, useFirstRows } from './useFirstRows.ts'

function List({ rows, onCommit }: { rows: readonly number[]; onCommit: (shown: number) => void }) {
  const shown = useFirstRows(rows)
  useLayoutEffect(() => {
    onCommit(shown.length)
  })
  return (
    <ul>
      {shown.map((row) => (
        <li key={row}>{row}</li>
      ))}
    </ul>
  )
}

const rowsUpTo = (count: number) => Array.from({ length: count }, (_, row) => row)

test('a long list appears with its first rows, and then has all of them', async () => {
  const commits: number[] = []
  render(<List rows={rowsUpTo(100)} onCommit={(shown) => commits.push(shown)} />)
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(100))
  expect(commits).toEqual([FIRST_ROWS, 100])
})

test('other rows of a list that is on screen are all shown at once', async () => {
  const commits: number[] = []
  const onCommit = (shown: number) => commits.push(shown)
  const { rerender } = render(<List rows={rowsUpTo(3)} onCommit={onCommit} />)
  await waitFor(() => expect(commits).toEqual([3]))
  rerender(<List rows={rowsUpTo(90)} onCommit={onCommit} />)
  expect(commits).not.toContain(FIRST_ROWS)
  expect(screen.getAllByRole('listitem')).toHaveLength(90)
})
