import { describe, expect, it } from 'vitest'
import { facetsOf, MAX_FACETS } from './facets.ts'

const result = (type: string, name: string) => ({ type, stack: { org: 'acme', project: 'shop', name } })

describe('the facets of a search', () => {
  it('count types, providers and stacks, the most common first and equal ones by name', () => {
    const results = [
      result('aws:s3/bucket:Bucket', 'prod'),
      result('aws:sqs/queue:Queue', 'prod'),
      result('gcp:storage/bucket:Bucket', 'dev'),
      result('aws:sqs/queue:Queue', 'prod'),
    ]
    expect(facetsOf(results)).toEqual({
      types: [
        { value: 'aws:sqs/queue:Queue', count: 2 },
        { value: 'aws:s3/bucket:Bucket', count: 1 },
        { value: 'gcp:storage/bucket:Bucket', count: 1 },
      ],
      providers: [
        { value: 'aws', count: 3 },
        { value: 'gcp', count: 1 },
      ],
      stacks: [
        { value: 'acme/shop/prod', count: 3 },
        { value: 'acme/shop/dev', count: 1 },
      ],
    })
  })

  it('are limited to the most common values', () => {
    const results = Array.from({ length: 30 }, (_, n) => result(`a:b:T${n}`, 'prod'))
    expect(facetsOf([...results, result('a:b:T29', 'prod')]).types).toHaveLength(MAX_FACETS)
    expect(facetsOf([...results, result('a:b:T29', 'prod')]).types[0]).toEqual({ value: 'a:b:T29', count: 2 })
  })
})
