import { expect, it } from 'vitest'
import { initialsOf, isBotLogin } from './Avatar.tsx'

it.each([
  ['Ada Lovelace', 'AL'],
  ['Grace Brewster Murray Hopper', 'GH'],
  ['grace.hopper', 'GH'],
  ['admin', 'A'],
  ['ci-runner-7', 'C7'],
  ['Zoë Ångström', 'ZÅ'],
  ['\u{20BB7}野 家', '\u{20BB7}家'],
  ['(none)', '?'],
  ['', '?'],
])('the initials of %s are %s', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it.each([
  ['deploy-bot', true],
  ['renovate[bot]', true],
  ['ci.Bot', true],
  ['bot', true],
  ['talbot', false],
  ['bot-owner', false],
  ['ada', false],
])('the login %s is that of a machine: %s', (login, isBot) => {
  expect(isBotLogin(login)).toBe(isBot)
})
