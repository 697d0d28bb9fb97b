import assert from 'node:assert/strict'
import { appendFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const SLOW_MS = 120_000

/** A step of `preview --diff`: what it does, and the URN below it. */
const STEP = /: \(([\w-]+)\)(?: \[[^\]]*\])?\n(?:\s+\[(?:id|provider)=.*\]\n)*\s+\[urn=([^\]]*)\]/g

/** Fails if a preview would touch what exists, or not create what does not. */
export function harmless(output: string, names: readonly string[], existing: ReadonlyMap<string, unknown>): void {
  const steps = [...output.matchAll(STEP)]
    .map(([, does = '', urn = '']) => ({ does, name: urn.split('::').at(-1) ?? '' }))
    .filter(({ does, name }) => names.includes(name) && does !== 'same' && does !== 'refresh')
  const wanted = names.filter((name) => !existing.has(name)).map((name) => `create ${name}`)
  assert.deepEqual(steps.map(({ does, name }) => `${does} ${name}`).toSorted(), wanted.toSorted(), output)
}

export async function until(isTrue: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + SLOW_MS
  while (!(await isTrue())) {
    assert.ok(Date.now() < deadline, 'no operation was started, or its object never created')
    await wait(100)
  }
}

/** The objects, each a file named after its ID, and what the providers read. */
export const objectsIn = (directory: string) => ({
  async write({ names, plan }: { names: readonly string[]; plan: object }) {
    await mkdir(directory, { recursive: true })
    await writeFile(path.join(directory, 'program.json'), JSON.stringify({ names }))
    await writeFile(path.join(directory, 'plan.json'), JSON.stringify(plan))
    await appendFile(path.join(directory, 'deleted'), '')
  },
  /** The IDs of the objects with these names. */
  async existing(names: readonly string[]): Promise<Map<string, string[]>> {
    const ids = (await readdir(directory)).flatMap((file) => (file.endsWith('.object') ? file.slice(0, -7) : []))
    const found = names.map((name) => [name, ids.filter((id) => id.startsWith(`${name}-`))] as const)
    return new Map(found.filter(([, of]) => of.length > 0))
  },
  deleted: async () => (await readFile(path.join(directory, 'deleted'), 'utf8')).split('\n').filter(Boolean),
})
