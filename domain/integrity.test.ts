import { describe, expect, it } from 'vitest'
import { integrityCases, type IntegrityCase } from '../fixtures/load.ts'
import { type Deployment, readState, type Resource } from './checkpoint.ts'
import { decodingFaults } from './decoding.ts'
import { isAccepted, verify } from './integrity.ts'

/** What the engine said of a case: the first integrity fault, or why it could not read the state at all. */
function recordedVerdict({ import: { code, text } }: IntegrityCase): { unreadable?: string; fault?: string } {
  if (code === 0) return {}
  const decoding = /^error: (?:could not deserialize deployment: )?(.*)$/m.exec(text)?.[1] ?? ''
  if (!decoding.includes('errors occurred')) return { unreadable: decoding }
  const fault = /state file contains errors: (.*)$/m.exec(text)?.[1]
  return fault === undefined ? {} : { fault: fault.trim() }
}

const UNREADABLE_DOCUMENT: Record<string, RegExp> = {
  "this stack's deployment version is too new": /is newer than what this version/,
  "this stack's deployment needs support for the following features: from-the-future": /: from-the-future\./,
}

describe('the verdict of the engine on 136 broken states', () => {
  const cases = integrityCases()

  it('has all of them', () => {
    expect(cases).toHaveLength(136)
    expect(cases.filter((each) => recordedVerdict(each).fault !== undefined).length).toBeGreaterThan(60)
  })

  it.each(cases.map((each) => [`${each.set}: ${each.name}`, each] as const))('%s', (_name, each) => {
    const { unreadable, fault } = recordedVerdict(each)
    const read = readState(each.state)
    if (!read.ok) {
      expect(unreadable).toMatch(UNREADABLE_DOCUMENT[read.problem] ?? 'a problem that the engine has not')
      return
    }
    const faults = decodingFaults(read.document.deployment)
    if (unreadable !== undefined) {
      expect(faults.map(({ message }) => message)).toContain(unreadable.trim())
      return
    }
    expect(faults).toEqual([])
    const findings = verify(read.document.deployment)
    expect(isAccepted(findings)).toBe(fault === undefined)
    const first = findings.find(({ verifier }) => verifier !== 'B')
    if (fault?.includes('(from property')) expect(findings.map(({ message }) => message)).toContain(fault)
    else expect(first?.message).toBe(fault)
  })
})
