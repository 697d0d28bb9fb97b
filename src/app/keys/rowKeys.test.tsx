import { afterEach, expect, it } from 'vitest'
import { moveInRows } from './rowKeys.ts'

afterEach(() => document.body.replaceChildren())

const show = (html: string) => {
  document.body.innerHTML = html
}
const focused = () => document.activeElement?.textContent

it('goes from row to row, of tables and of lists, past the heads of days, and stays at either end', () => {
  show(`
    <table><tbody>
      <tr><th><a href="/day">Monday</a></th></tr>
      <tr><td><button>Favourite</button><a href="/1">one</a></td></tr>
      <tr><td>nothing to open</td></tr>
      <tr><td><button>two</button></td></tr>
    </tbody></table>
    <ul><li><article><a href="/3">three</a><a href="/4">more</a></article></li></ul>`)
  const visited = [1, 1, 1, 1, -1, -1, -1].map((step) => {
    expect(moveInRows(document, step === 1 ? 1 : -1)).toBe(true)
    return focused()
  })
  expect(visited).toEqual(['one', 'two', 'three', 'three', 'two', 'one', 'one'])
})

it('leaves the focus alone where there are no rows', () => {
  show('<button>Save</button>')
  document.querySelector('button')?.focus()
  expect(moveInRows(document, 1)).toBe(false)
  expect(focused()).toBe('Save')
})
