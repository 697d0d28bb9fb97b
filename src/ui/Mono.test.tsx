import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { Mono } from './Mono.tsx'

/** The text with a bar where the line may break first. */
const breaksOf = (text: string): string => {
  render(<Mono>{text}</Mono>)
  return Array.from(screen.getByText(text).childNodes, (node) =>
    node.nodeName === 'WBR' ? '|' : node.textContent,
  ).join('')
}

it.each([
  ['aws:ecs/taskDefinition:TaskDefinition', 'aws:|ecs/|taskDefinition:|TaskDefinition'],
  ['urn:pulumi:prod::shop', 'urn:|pulumi:|prod::|shop'],
  ['export PULUMI_CONSOLE_DOMAIN=localhost', 'export PULUMI_CONSOLE_DOMAIN=|localhost'],
  ['app:Service$aws:s3', 'app:|Service$|aws:|s3'],
  ['plain', 'plain'],
  ['ends:', 'ends:'],
])('an id breaks after its separators first: %s', (text, breaks) => {
  expect(breaksOf(text)).toBe(breaks)
})
