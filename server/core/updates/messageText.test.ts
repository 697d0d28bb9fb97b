import { expect, it } from 'vitest'
import { messageText } from './messageText.ts'

it('a message is shown without terminal colours and links, and with direction marks visible', () => {
  expect(messageText('\u001B[31mred\u001B[0m \u001B]8;;http://example.com\u0007link\u001B]8;;\u0007')).toBe('red link')
  expect(messageText('fix \u202Etset\n👩‍👧')).toBe('fix \\u202etset\n👩‍👧')
})
