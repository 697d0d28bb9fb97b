import { expect, it } from 'vitest'
import { closestStacks } from './closestStacks.ts'

const NAMES = ['acme/shop/prod', 'acme/shop/staging', 'acme/ledger/prod', 'other/shop/prod', 'acme/website/dev']

it.each([
  [
    'a stack that moved to another organization',
    'gone/shop/prod',
    ['acme/shop/prod', 'other/shop/prod', 'acme/shop/staging'],
  ],
  ['one that differs by a typing mistake', 'acme/webiste/dev', ['acme/website/dev']],
  ['other stacks of the project', 'acme/shop/preview-119', ['acme/shop/prod', 'acme/shop/staging', 'other/shop/prod']],
  ['none when no name is similar', 'x/yyyyyyyyyy/zzzzzzzz', []],
])('the closest stacks include %s', (_, wanted, expected) => expect(closestStacks(NAMES, wanted, 3)).toEqual(expected))
