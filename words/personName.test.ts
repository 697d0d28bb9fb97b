import { expect, it } from 'vitest'
import { runnerName } from './personName.ts'

const names = { ada: 'Ada Lovelace', 'deploy-bot': 'Deploy bot' }

it.each([
  ['ada', null, 'Ada Lovelace'],
  ['grace', null, 'grace'],
  ['', null, 'someone'],
  ['deploy-bot', { system: 'GitHub Actions', build: '137' }, 'GitHub Actions 137'],
  ['deploy-bot', { system: 'GitHub Actions', build: null }, 'GitHub Actions'],
])('a run of %s in the job %o is called %s', (login, ci, name) => {
  expect(runnerName(login, ci, names)).toBe(name)
})
