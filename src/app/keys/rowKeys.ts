/** The rows of lists: of tables, and items that are articles. */
const ROWS = 'tbody tr, article'

type Stop = { row: Element; focus: HTMLElement }

/** What the keyboard opens in a row: its first link, otherwise its first button. Not for the head of a day. */
function stopIn(row: HTMLElement): Stop[] {
  if (row.matches('tr') && row.querySelector('td') === null) return []
  const focus = row.querySelector<HTMLElement>('a[href]') ?? row.querySelector<HTMLElement>('button')
  return focus === null ? [] : [{ row, focus }]
}

/** Moves the focus to the next or the previous row of the page's lists, at first to the first. False if there is none. */
export function moveInRows(page: ParentNode, step: 1 | -1): boolean {
  const stops = [...page.querySelectorAll<HTMLElement>(ROWS)].flatMap(stopIn)
  const at = stops.findLastIndex(({ row }) => row.contains(document.activeElement))
  const next = stops[at < 0 ? 0 : Math.min(Math.max(at + step, 0), stops.length - 1)]
  next?.focus.focus()
  return next !== undefined
}
