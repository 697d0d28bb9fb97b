import { CI, LAPTOP } from '../scenes.ts'
import type { Machine } from './bucketCli.ts'

export const RUNNER: Machine = { user: 'runner', host: 'ci-runner-7', pid: 2214, environment: CI }
export const ADA: Machine = {
  user: 'ada',
  host: 'ada-laptop',
  pid: 48113,
  environment: { ...LAPTOP, 'git.author': 'Ada Lovelace' },
}
