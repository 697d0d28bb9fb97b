// The printed import, run by a shell: a stand-in for `pulumi` exports one of the states below and records an import.
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importFile } from '#domain/backends/diy/commands.ts'
import { asLines } from '#testing/backends/stepLines.ts'
import { exportSum } from '#domain/backends/diy/exportSum.ts'
import type { Resource, StateDocument } from '#domain/state/checkpoint.ts'

/** What CLI 3.260 exported after an import of this state with odd names, byte for byte. */
const EXPORTED = String.raw`{
    "version": 3,
    "deployment": {
        "manifest": {
            "time": "2026-01-05T09:00:00.12Z",
            "magic": "",
            "version": ""
        },
        "secrets_providers": {
            "type": "passphrase",
            "state": {
                "salt": "v1:Gzo6UE1t180=:v1:AQhGmLSSgCjUJ6LW:C6cW/S0EYt80bnakYemSu8ecnvDnXQ=="
            }
        },
        "resources": [
            {
                "urn": "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod",
                "custom": false,
                "type": "pulumi:pulumi:Stack"
            },
            {
                "urn": "urn:pulumi:prod::shop::a:b:C::<x>&\u2028\b\"q\\",
                "custom": true,
                "id": "<i> &,é\u2028\u0001\b",
                "type": "a:b:C",
                "inputs": {
                    "id": "x",
                    "n": 1e+21,
                    "urn": {
                        "urn": "u"
                    }
                },
                "parent": "urn:pulumi:prod::shop::pulumi:pulumi:Stack::shop-prod",
                "protect": true,
                "created": "2026-01-05T09:00:00.1Z"
            }
        ],
        "metadata": {}
    }
}
`
const basis = () => JSON.parse(EXPORTED) as StateDocument
const NAMES = { cliName: `organization/shop/it's "$HOME" -x`, address: 'file:///srv/state' }

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'holdfast-import-'))
  const tool = path.join(folder, 'pulumi')
  await writeFile(
    tool,
    [
      '#!/bin/sh',
      'for last; do :; done',
      'case "$1 $2" in',
      '  "stack export") cp now.json "$last" ;;',
      '  "stack import") echo "$last" > imported ;;',
      'esac',
    ].join('\n'),
  )
  await chmod(tool, 0o755)
})
afterAll(() => rm(folder, { recursive: true }))

/** Pastes the lines of a plan on `planned`, while the backend has `now`; null: the CLI cannot export it. */
async function paste(planned: StateDocument, now: string | null) {
  await rm(path.join(folder, 'imported'), { force: true })
  await rm(path.join(folder, 'now.json'), { force: true })
  if (now !== null) await writeFile(path.join(folder, 'now.json'), now)
  const lines = asLines(importFile('planned.json', { ...NAMES, sum: exportSum(planned) }))
  const env = { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder }
  const { stdout } = await promisify(execFile)('bash', ['-c', lines.join('\n')], { cwd: folder, env })
  const imported = await readFile(path.join(folder, 'imported'), 'utf8').catch(() => null)
  return { imported: imported?.trim() ?? null, said: stdout.trim() }
}
const changed = (change: (state: StateDocument, entry: Resource) => void) => {
  const state = basis()
  const entry = state.deployment.resources?.[1]
  if (entry) change(state, entry)
  return JSON.stringify(state, null, 4)
}

describe('the printed import', () => {
  it('imports the file while the backend has the state of the plan', async () => {
    expect(await paste(basis(), EXPORTED)).toEqual({ imported: 'planned.json', said: '' })
  })

  it('recognises a state whatever the order of keys, and with a time that the CLI writes in a shorter form', async () => {
    const stored = basis()
    stored.deployment.resources = (stored.deployment.resources ?? []).map(
      (entry) => Object.fromEntries(Object.entries({ ...entry, delete: false }).toReversed()) as Resource,
    )
    stored.deployment.manifest = { ...stored.deployment.manifest, time: '2026-01-05T09:00:00.120+00:00' }
    expect((await paste(stored, EXPORTED)).imported).toBe('planned.json')
  })

  it.each<[string, string | null]>([
    [
      'a run',
      changed(({ deployment }) => (deployment.manifest = { ...deployment.manifest, time: '2026-01-06T09:00:00Z' })),
    ],
    ['another object', changed((_, entry) => (entry.id = 'another'))],
    [
      'another entry',
      changed(({ deployment }, entry) => deployment.resources?.push({ ...entry, urn: `${entry.urn}2` })),
    ],
    ['an entry that is gone', changed(({ deployment }) => deployment.resources?.pop())],
    ['an entry without its protection', changed((_, entry) => delete entry.protect)],
    ['an entry that is to be deleted', changed((_, entry) => (entry.delete = true))],
    ['a failed export', null],
  ])('imports nothing after %s, and says so', async (_, now) => {
    expect(await paste(basis(), now)).toEqual({
      imported: null,
      said: 'Nothing was imported: this is not the state that the plan was made on. Review the plan again.',
    })
  })
})
