import { expect, it } from 'vitest'
import { readStackOutput } from './stackOutput.ts'

const printed = `Current stack is prod:
    Owner: acme
    Last updated: 2 hours ago (2026-11-21 11:10:15 +0000 UTC)
    Pulumi version used: v3.260.0
Current stack resources (17):
    TYPE                        NAME
    pulumi:pulumi:Stack         webshop-prod
`

it('reads the output of pulumi stack', () => {
  expect(readStackOutput(printed)).toEqual({
    stack: 'prod',
    owner: 'acme',
    lastUpdated: '2 hours ago (2026-11-21 11:10:15 +0000 UTC)',
    cli: 'v3.260.0',
    running: undefined,
    resources: 17,
  })
})

it('recognises an update in progress, and its owner', () => {
  const busy = printed.replace(
    '    Last',
    '    Update in progress:\n\tStarted: 3 minutes ago\n\tRequested By: ci\n    Last',
  )
  expect(readStackOutput(busy)?.running).toEqual({ since: '3 minutes ago', by: 'ci' })
  expect(readStackOutput('the Current stack is prod: of course')).toBeUndefined()
})
