import { expect, it } from 'vitest'
import { emptyDocument, type StateDocument } from '#domain/state/checkpoint.ts'
import { verify } from '#domain/state/integrity.ts'
import { seeded } from '#mocks/seeded.ts'
import { testService } from '#testing/service.ts'
import { MODES, upload, type Mode } from '#testing/uploads.ts'
import { createMemoryStore } from '#server/adapters/memory/memoryStore.ts'
import { randomRun } from './programs.ts'

const PROGRAMS = 40
const CUTS = 2
const ref = (stack: string) => ({ org: 'organization', project: 'shop', stack })

/** Compares everything but the manifest, which has the server's time. */
const content = ({ version, features, deployment: { manifest: _manifest, ...deployment } }: StateDocument) => ({
  version,
  features,
  ...deployment,
})
const withoutPending = (document: StateDocument) => ({ ...content(document), pending_operations: undefined })

it.each(Array.from({ length: PROGRAMS }, (_, index) => index + 1))(
  'program %d: journal, full checkpoints and deltas result in the same resources, wherever it is interrupted',
  async (seed) => {
    const random = seeded(seed)
    let now = Date.UTC(2026, 0, 5)
    const cli = (await testService({ store: createMemoryStore({ clock: () => now }) })).cli()
    const first = randomRun(random, emptyDocument(), 'one')
    // A state as left by a run or a killed client: with pending operations of every type.
    const left = random() < 0.5 ? first.length : Math.ceil(first.length * (0.5 + random() / 2))
    const base = first[left - 1]?.after ?? emptyDocument()
    const steps = randomRun(random, base, 'two')
    const cuts = [steps.length, ...Array.from({ length: CUTS }, () => 1 + Math.floor(random() * steps.length))]

    for (const [index, cut] of cuts.entries()) {
      const sent = steps.slice(0, cut)
      const expected = sent.at(-1)?.after ?? base
      expect(verify(expected.deployment)).toEqual([])
      const found = new Map<Mode, StateDocument>()
      for (const mode of MODES) {
        const stack = ref(`${mode}-${index}`)
        await cli.initStack(stack)
        await cli.importState(stack, base)
        const run = await cli.start(stack, { journal: mode === 'journal' })
        await upload(run, mode, sent, { random, every: mode === 'full' ? 7 : 3 })
        const end = index === 0 ? 'complete' : random() < 0.5 ? 'cancel' : 'expiry'
        if (end === 'complete') await run.completeOnly('failed')
        else if (end === 'cancel') await cli.cancel(stack)
        else now += 300_000
        found.set(mode, await cli.exportState(stack))
      }
      expect(content(found.get('journal') ?? base)).toEqual(content(expected))
      expect(content(found.get('full') ?? base)).toEqual(content(expected))
      expect(withoutPending(found.get('delta') ?? base)).toEqual(withoutPending(expected))
    }
  },
)
