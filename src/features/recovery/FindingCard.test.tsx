import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { Finding } from '#contract/recoveries.ts'
import { FindingCard } from './FindingCard.tsx'

const finding: Finding = {
  recovery: null,
  tone: 'attention',
  title: 'exports: \u001B[31mcreating S3 Bucket\u001B[0m: \u202Edenied',
  explanation: 'Update 2 failed.',
  evidence: [],
  couldBeLost: 'Nothing.',
  level: 0,
  blocked: null,
  items: [],
}

it('an error as the title of a finding has no control characters', () => {
  render(<FindingCard number={1} finding={finding} />)
  const title = screen.getByRole('heading', { level: 3 })
  expect(title.textContent).toBe('exports: creating S3 Bucket: \\u202edenied')
})
