import { expect, it } from 'vitest'
import type { LiveEvent } from '#contract/events.ts'
import { createLiveBus } from './live.ts'

it('a listener that throws affects neither other listeners nor the publisher', () => {
  const errors: string[] = []
  const bus = createLiveBus({ error: (_, message) => void errors.push(message) })
  const heard: LiveEvent[] = []
  bus.subscribe(() => {
    throw new TypeError('Invalid state: the stream has failed')
  })
  bus.subscribe((event) => void heard.push(event))
  bus.publish({ type: 'tokens' })
  bus.publish({ type: 'tokens' })
  expect(heard).toEqual([
    { type: 'tokens', seq: 1 },
    { type: 'tokens', seq: 2 },
  ])
  expect(errors).toHaveLength(2)
})
