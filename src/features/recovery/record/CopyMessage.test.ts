import { expect, it } from 'vitest'
import { sampleLease } from '#testing/samples/sampleLease.ts'
import { messageFor } from './CopyMessage.tsx'

const ofPerson = sampleLease({ client: { ...sampleLease().client, ci: null } })

it('the message to a person says since when they hold the lease, and asks for one Ctrl-C', () => {
  const message = messageFor(ofPerson, 'Ada')
  expect(message).toMatch(
    /^Hello Ada, your update 12 of acme\/payments\/prod .* has held the lease since .*, and others are waiting\./,
  )
  expect(message).toContain('press Ctrl-C once')
})

it('the message about a job never asks for keys', () => {
  expect(messageFor(sampleLease(), 'Ada')).not.toContain('Ctrl-C')
})
