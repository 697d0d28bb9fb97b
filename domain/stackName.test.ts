import { describe, expect, it } from 'vitest'
import { otherNames } from './recoveries/state/otherNames.ts'
import { cliName, fullName, inProject, isNamedAs, NO_PROJECT, parseFullName, withProject } from './stackName.ts'

const OWN = { org: 'acme', project: 'shop', stack: 'prod' }
const MIRRORED = { ...OWN, org: 'acme-s3', cliName: 'organization/shop/prod' }
const LEGACY = { org: 'acme-s3', project: NO_PROJECT, stack: 'prod', cliName: 'prod' }

describe('the name of a stack', () => {
  it.each([
    [OWN, 'acme/shop/prod', 'acme/shop/prod', 'acme/web/prod'],
    [MIRRORED, 'acme-s3/shop/prod', 'organization/shop/prod', 'organization/web/prod'],
    [LEGACY, 'acme-s3/-/prod', 'prod', 'organization/web/prod'],
  ])('%j: here, in commands, and there in another project', (stack, here, inCommands, inOther) => {
    expect(fullName(stack)).toBe(here)
    expect(cliName(stack)).toBe(inCommands)
    expect(cliName(inProject(stack, 'web'))).toBe(inOther)
    expect(parseFullName(here)).toEqual({ org: stack.org, project: stack.project, stack: stack.stack })
  })

  it.each([
    [OWN, { project: 'shop', stack: 'prod' }, true],
    [OWN, { project: 'web', stack: 'prod' }, false],
    [LEGACY, { project: 'web', stack: 'prod' }, true],
    [LEGACY, { project: 'web', stack: 'dev' }, false],
  ])('%j is that in URNs with %j: %s', (stack, names, isOwn) => {
    expect(isNamedAs(names, stack)).toBe(isOwn)
  })

  it('has the project of its resources where it has none itself', () => {
    expect(withProject(LEGACY, 'shop').project).toBe('shop')
    expect(withProject(OWN, 'web')).toBe(OWN)
  })
})

describe('the resources of a stack without a project', () => {
  const resources = ['shop', 'shop'].map((project, index) => ({
    urn: `urn:pulumi:prod::${project}::a:b:C::${index}`,
    type: 'a:b:C',
  }))
  const document = { version: 3, deployment: { resources } }

  it('are its own, whatever their project is', () => {
    expect(otherNames({ document, stack: LEGACY })).toEqual([])
    expect(otherNames({ document, stack: { ...LEGACY, stack: 'dev' } })).toMatchObject([{ stack: 'prod', count: 2 }])
    expect(otherNames({ document, stack: { ...OWN, project: 'web' } })).toMatchObject([{ project: 'shop', count: 2 }])
  })
})
