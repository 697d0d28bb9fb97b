import { expect, it } from 'vitest'
import { closestStacks } from './closestStacks.ts'

const NAMES = ['acme/shop/prod', 'acme/shop/staging', 'acme/ledger/prod', 'other/shop/prod', 'acme/website/dev']

it.each([
  [
    'a stack that moved to another organization',
    'gone/shop/prod',
    ['acme/shop/prod', 'other/shop/prod', 'acme/shop/staging'],
  ],
  ['a typing mistake', 'acme/webiste/dev', ['acme/website/dev']],
  ['another stack of the project', 'acme/shop/preview-119', ['acme/shop/prod', 'acme/shop/staging', 'other/shop/prod']],
  ['nothing like it', 'x/yyyyyyyyyy/zzzzzzzz', []],
])('finds %s', (_, wanted, expected) => expect(closestStacks(NAMES, wanted, 3)).toEqual(expected))
