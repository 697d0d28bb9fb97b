import { expect, it } from 'vitest'
import { parseStateText } from './stateText.ts'

it.each([
  ['{"version":99,"deployment":{}}', 'a newer CLI'],
  ['{"version":5,"checkpoint":{}}', 'a newer CLI'],
  ['{"version":4,"features":["telepathy"],"deployment":{}}', 'a newer CLI'],
  ['{"version":4,"features":7,"deployment":{}}', 'a shape that no CLI can read'],
  ['{"version":-1,"checkpoint":{}}', 'a shape that no CLI can read'],
  ['{"a":1}', 'not a Pulumi state'],
])('%s is explained: %s', (text, sentence) => {
  const read = parseStateText(text)
  expect(read.ok ? undefined : read.problem).toContain(sentence)
})

it('a truncated one says so in short, and where the previous one is apart from that', () => {
  expect(parseStateText('{"version":3,"checkpoint":{')).toEqual({
    ok: false,
    problem: 'Truncated: the JSON is incomplete.',
    hint: expect.stringContaining('.bak') as string,
  })
})
