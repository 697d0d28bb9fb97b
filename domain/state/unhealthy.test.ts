import { describe, expect, it } from 'vitest'
import { GRAPH_FLAG } from '#contract/resources.ts'
import type { Resource } from './checkpoint.ts'
import { toColumns } from './graph.ts'
import { resourceList } from './resourceRows.ts'
import { unhealthyEntries } from './unhealthy.ts'

const STACK = { org: 'acme', project: 'shop', stack: 'prod' }
const urn = 'urn:pulumi:prod::shop::aws:s3:Bucket::logs'
const bucket = (more: object): Resource => ({ urn, type: 'aws:s3:Bucket', custom: true, ...more })

describe('an entry whose provider reported errors', () => {
  it.each<[string, object, { isFlagged: boolean; isUnhealthy: boolean }]>([
    ['without a list', {}, { isFlagged: false, isUnhealthy: false }],
    ['with null', { initErrors: null }, { isFlagged: false, isUnhealthy: false }],
    ['with an empty list', { initErrors: [] }, { isFlagged: false, isUnhealthy: false }],
    ['with a text where a list belongs', { initErrors: 'not ready' }, { isFlagged: false, isUnhealthy: false }],
    ['with errors', { initErrors: ['not ready'] }, { isFlagged: true, isUnhealthy: true }],
    [
      'with errors, and to be deleted',
      { initErrors: ['not ready'], delete: true },
      { isFlagged: true, isUnhealthy: false },
    ],
  ])('%s has the same flag in lists and in the graph, and counts while it is live', (_, more, expected) => {
    const resources = [bucket(more)]
    const inList = resourceList(STACK, 1, { resources }).resources[0]?.flags.includes('initErrors')
    const inGraph = ((toColumns(STACK, 1, { resources }).flags[0] ?? 0) & GRAPH_FLAG.initErrors) !== 0
    expect({ inList, inGraph }).toEqual({ inList: expected.isFlagged, inGraph: expected.isFlagged })
    expect(unhealthyEntries(resources)).toHaveLength(expected.isUnhealthy ? 1 : 0)
  })
})
