import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { refreshTargets, stateDeleteAll } from '#domain/commands.ts'
import { CodeLine } from './CodeLine.tsx'

const STACK = { cliName: 'organization/shop/prod' }
const URNS = ['exports', "odd -- name's"].map((name) => `urn:pulumi:prod::shop::aws:s3/bucket:Bucket::${name}`)

/** The lines of a command as they are shown. */
function linesOf(code: string): (string | null)[] {
  const { container } = render(<CodeLine code={code} />)
  return [...container.querySelectorAll('code > span.block')].map(({ textContent }) => textContent)
}

it('has each flag and each URN of a long command on a line of its own, which the next one continues', () => {
  expect(linesOf(refreshTargets(STACK, URNS))).toEqual([
    'pulumi refresh \\',
    '--stack organization/shop/prod \\',
    `--target ${URNS[0]} \\`,
    String.raw`--target 'urn:pulumi:prod::shop::aws:s3/bucket:Bucket::odd -- name'\''s'`,
  ])
  expect(linesOf(stateDeleteAll(STACK, URNS, true)).at(-2)).toBe(`${URNS[0]} \\`)
})

it('copies it as one line', async () => {
  const user = userEvent.setup()
  const code = refreshTargets(STACK, URNS)
  render(<CodeLine code={code} />)
  await user.click(screen.getByRole('button', { name: 'Copy command' }))
  expect(await navigator.clipboard.readText()).toBe(code)
})

it.each([
  'pulumi refresh --stack organization/shop/prod --target urn:pulumi:prod::shop::a:b:C::d',
  `if pulumi stack export --stack ${'x'.repeat(90)} --file a; then echo urn:pulumi:a::b::c::d; fi`,
  `aws s3 rm s3://acme-state/${'x'.repeat(90)} --region eu-central-1`,
])('leaves other commands on their line: %s', (code) => {
  const { container } = render(<CodeLine code={code} />)
  expect(container.querySelector('code')?.textContent).toBe(code)
})
