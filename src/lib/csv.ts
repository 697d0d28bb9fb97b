import { saveFile } from './saveFile.ts'

/** What a spreadsheet takes for the start of a formula, including the spaces that it skips. */
const FORMULA = /^[\s\0]*[=+\-@|%]/u

/** One value of a table: quoted if necessary, and never a formula (RFC 4180; CWE-1236). */
function cell(value: string | number | boolean | null): string {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A table as CSV with a header row. */
export const csv = (
  heads: readonly string[],
  rows: readonly (readonly (string | number | boolean | null)[])[],
): string => [heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')

/** Downloads a text as a file. A byte order mark tells spreadsheets that it is UTF-8. */
export const saveCsv = (name: string, text: string): void =>
  saveFile(name, new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
