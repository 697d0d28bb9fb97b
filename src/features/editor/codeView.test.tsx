import { EditorView } from '@codemirror/view'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCodeView } from './codeView.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

/** An editor with that text; `type` inserts at its start, `lengths` are those of the texts that were handed on. */
function opened(text: string) {
  const parent = document.createElement('div')
  document.body.append(parent)
  const lengths: number[] = []
  const code = createCodeView(parent, { label: 'A text', text, onChange: (next) => lengths.push(next.length) })
  const box = parent.firstElementChild?.shadowRoot?.querySelector<HTMLElement>('.cm-editor')
  const view = box && EditorView.findFromDOM(box)
  if (!view) throw new Error('the editor has no view')
  return { code, view, lengths, type: (insert: string) => view.dispatch({ changes: { from: 0, insert } }) }
}

it('reports a short text at each change', () => {
  const { type, lengths } = opened('{}')
  type('a')
  type('b')
  expect(lengths).toEqual([3, 4])
})

it('reports a long text once, at a pause in typing', () => {
  const { type, lengths } = opened('x'.repeat(300_000))
  for (const key of 'abc') type(key)
  expect(lengths).toEqual([])
  vi.advanceTimersByTime(400)
  expect(lengths).toEqual([300_003])
})

it.each([
  [
    'the focus leaves it',
    ({ view }: ReturnType<typeof opened>) => view.contentDOM.dispatchEvent(new FocusEvent('blur')),
  ],
  ['it is closed', ({ code }: ReturnType<typeof opened>) => code.destroy()],
])('loses nothing of a long text when %s', (_what, end) => {
  const editor = opened('x'.repeat(300_000))
  editor.type('abc')
  end(editor)
  expect(editor.lengths).toEqual([300_003])
})

it('is read-only when nothing can be saved, and says so', () => {
  const { code, view } = opened('{}')
  code.show({ problems: [{ line: 1 }, { line: 99 }], readOnly: true })
  expect(view.state.readOnly).toBe(true)
  expect(view.contentDOM).toHaveAttribute('aria-readonly', 'true')
  expect(view.contentDOM).toHaveAttribute('aria-invalid', 'true')
})
