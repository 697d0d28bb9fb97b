import { expect, it } from 'vitest'
import { downloadName, importCommands } from './commands.ts'

it('backs up the current state before importing the new one, whatever the names contain', () => {
  const stack = { org: 'acme', project: "o'hare", stack: 'pr od' }
  const lines = importCommands(stack, downloadName(stack)).filter((line) => !line.startsWith('#'))
  expect(lines.slice(0, 2)).toEqual([
    `pulumi stack export --stack 'acme/o'\\''hare/pr od' --file 'pr od-before.json'`,
    `pulumi stack import --stack 'acme/o'\\''hare/pr od' --file o_hare-pr_od-for-import.json`,
  ])
  expect(importCommands(stack, 'x', { isLocked: true })[1]).toContain('pulumi cancel')
})
