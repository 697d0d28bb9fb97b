import { expect, it } from 'vitest'
import { RecoveryId } from '#contract/recoveryId.ts'
import { catalogue } from './catalogue.ts'
import { firstCommands } from './firstCommands.ts'

const stack = { org: 'acme', project: 'shop', stack: 'prod' }

it.each(RecoveryId.options)(
  '%s has no command that edits a state without a backup first, and each names the stack',
  (id) => {
    const lines = firstCommands(catalogue[id].commands, stack).filter((line) => !line.startsWith('#'))
    const isCopied = lines.some((line) => line.startsWith('pulumi stack export'))
    expect(isCopied || !lines.some((line) => line.startsWith('pulumi state'))).toBe(true)
    expect(lines.filter((line) => !line.includes('acme/shop/prod'))).toEqual([])
  },
)
