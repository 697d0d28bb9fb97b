// oxlint-disable-next-line no-control-regex -- control characters are what is looked for
const ESCAPES = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)|[@-Z\\-_])/g
/** The CLI's own colour marks, which it leaves in what it sends to a service. */
const MARKS = /<\{%[^%]{0,40}%\}>/g

const TIME = String.raw`\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?\]?`
/** Prefixes that CI systems, containers and frames add to a line. */
const PREFIX = new RegExp(
  `^\\s*(?:${TIME}(?=\\s|$)|[^\\t]{1,80}\\t[^\\t]{1,80}\\t|\\d\\d[OE]\\+?(?=\\s)|[\\w./-]{1,60}\\s*\\|(?=\\s)|##\\[\\w{1,20}\\]|::\\w{1,20}(?: [^:]{0,80})?::|section_(?:start|end):\\d{1,12}:[\\w.-]{1,80}(?:\\[[^\\]]{0,80}\\])?|\\[[A-Za-z][\\w ./-]{0,59}\\](?=\\s)|[│┃║|>]+(?=\\s))\\s*`,
)
const BOX_ENDS = '│┃║|'

/** A line of a terminal or CI log without colours, timestamps, prefixes and frames, and with spaces collapsed. */
export function cleanLine(raw: string): string {
  let line = raw
  if (line.includes('\u001B')) line = line.replace(ESCAPES, '')
  if (line.includes('<{%')) line = line.replace(MARKS, '')
  for (let rounds = 0; rounds < 4; rounds++) {
    const prefix = PREFIX.exec(line)
    if (!prefix) break
    line = line.slice(prefix[0].length)
  }
  line = line.trim()
  if (BOX_ENDS.includes(line.at(-1) ?? ' ')) line = line.slice(0, -1).trimEnd()
  return line.includes('  ') || line.includes('\t') ? line.replace(/\s+/g, ' ') : line
}
