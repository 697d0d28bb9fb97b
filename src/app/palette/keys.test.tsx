// The list of keys names every key that the console handles itself.
import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { GO_KEYS } from '../keys/goKeys.ts'
import { KeysDialog } from './KeysDialog.tsx'

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** Names of keys in the list, where they differ from those of events. */
const LABELS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'Page Up',
  PageDown: 'Page Down',
  Escape: 'Esc',
  KeyZ: 'Z',
  '-': '−',
  ' ': 'Space',
}

const COMPARED = /\bevent\.(?:key|code)(?:\.toLowerCase\(\))? [!=]== '([^']+)'/g
/** Tables of keys: `ArrowUp: …`, `'+': …`, `f: (index) => …`, also several on a line. */
const IN_TABLES =
  /(?:^\s*|[{,] )(?:(?:'(.)'|([a-z])): (?:\(|on[A-Z])|(Arrow\w+|Page(?:Up|Down)|Home|End|Enter|Escape): )/gm

const handled = Object.entries(sources)
  .filter(([, text]) => /\bonKeyDown\b|'keydown'|\bkeys=\{\{/.test(text))
  .flatMap(([path, text]) =>
    [...text.matchAll(COMPARED), ...text.matchAll(IN_TABLES)].map(([, ...names]) => {
      const key = names.find((name) => name !== undefined) ?? ''
      return { path, label: LABELS[key] ?? (key.length === 1 ? key.toUpperCase() : key) }
    }),
  )

it('lists each of them', () => {
  const { baseElement } = render(<KeysDialog onClose={() => {}} />)
  const listed = new Set([...baseElement.querySelectorAll('kbd')].map(({ textContent }) => textContent))
  expect(handled.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['/', 'F', 'B', 'Z', '+', '−', 'K', '?', 'G', 'J']),
  )
  expect(handled.filter(({ label }) => !listed.has(label))).toEqual([])
})

it('has one page for each key after G, and lists them', () => {
  const { baseElement } = render(<KeysDialog onClose={() => {}} />)
  const lines = [...baseElement.querySelectorAll('dt')].map(
    (keys) => `${keys.textContent} ${keys.nextElementSibling?.textContent}`,
  )
  expect(new Set(GO_KEYS.map(({ key }) => key)).size).toBe(GO_KEYS.length)
  expect(lines).toEqual(
    expect.arrayContaining(['Shift+Enter Open in the graph', 'JorK Next and previous row of a list']),
  )
  expect(lines).toEqual(expect.arrayContaining(GO_KEYS.map(({ key, what }) => `Gthen${key.toUpperCase()} ${what}`)))
})
