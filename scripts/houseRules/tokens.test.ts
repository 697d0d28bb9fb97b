import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { coloursIn, contrast } from '#testing/contrast.ts'

const css = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8')
const colour = coloursIn(css)

const tones = ['ok', 'running', 'attention', 'waiting', 'disconnected', 'danger', 'unknown']
const surfaces = ['canvas', 'surface', 'raised', 'sunken', 'hover', 'accent-subtle']
const kinds = ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => `kind-${each}`)
const subtles = tones.map((tone) => `${tone}-subtle`)

const onEach = (texts: string[], grounds: string[]): [string, string][] =>
  texts.flatMap((text) => grounds.map((ground): [string, string] => [text, ground]))

/** Text and the grounds it is used on. */
const texts: [string, string][] = [
  ...onEach(['ink', 'muted', 'accent', ...tones], surfaces),
  ...onEach(kinds, ['canvas', 'surface', 'raised', 'sunken', 'hover']),
  ...onEach(['faint'], ['canvas', 'surface', 'raised', 'sunken', 'hover']),
  ...onEach(['ink', 'muted', 'accent'], subtles),
  ...tones.map((tone): [string, string] => [tone, `${tone}-subtle`]),
  ...onEach(
    ['ink'],
    ['a', 'b', 'c', 'd', 'e', 'f'].map((each) => `person-${each}`),
  ),
  ...onEach(['on-accent'], ['accent-solid', 'accent-solid-hover']),
  ...onEach(['on-danger'], ['danger-solid', 'danger-solid-hover']),
]

/** What must be seen without being text: the edge of a field, the ring around the focus, a bar, a dot. */
const marks: [string, string][] = [
  ...onEach(['control', 'focus', 'signal', ...tones], ['canvas', 'surface', 'raised', 'sunken', 'hover']),
]

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(texts)('text in %s on %s has a contrast of at least 4.5:1', (text, ground) => {
    expect(contrast(colour(text, theme), colour(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(marks)('a mark in %s on %s has a contrast of at least 3:1', (mark, ground) => {
    expect(contrast(colour(mark, theme), colour(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  it('the tones of a lease and of its end differ by at least 40 degrees of hue', () => {
    const hues = ['ok', 'running', 'attention', 'disconnected', 'danger'].map((tone) => colour(tone, theme).h)
    const sorted = hues.toSorted((a, b) => a - b)
    const steps = sorted.map((hue, index) => (sorted[(index + 1) % sorted.length]! - hue + 360) % 360)
    for (const step of steps) expect(step).toBeGreaterThanOrEqual(40)
  })
})

it('measures contrast as WCAG does', () => {
  const white = { l: 1, c: 0, h: 0 }
  expect(contrast(white, { l: 0, c: 0, h: 0 })).toBeCloseTo(21, 1)
  expect(contrast(white, { l: 0.62796, c: 0.25768, h: 29.234 })).toBeCloseTo(4, 1) // pure red, known to be 4.00
})

it('every colour has values for both themes', () => {
  const declared = [...css.matchAll(/--color-([a-z-]+):/g)].map(([, name]) => name ?? '')
  expect(declared.length).toBeGreaterThan(30)
  for (const name of declared) expect(() => colour(name, 'dark')).not.toThrow()
})

it('a box that is not ticked shows the edge of a control on the ground of the page: filled, it would look disabled', () => {
  const [rule = ''] = /input:is\(\[type='checkbox'\][^{]*:not\(:checked\) \{[^}]*/.exec(css) ?? []
  expect(rule).toContain('appearance: none;')
  expect(rule).toContain('border: 1px solid var(--color-control);')
  expect(rule).toContain('background-color: transparent;')
})
