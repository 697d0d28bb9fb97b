import { describe, expect, it } from 'vitest'
import { importLine, readFound } from './foundIds.ts'
import { pendingItem } from '#testing/samples/sampleItem.ts'

const item = pendingItem()

describe('pasted IDs', () => {
  it.each([`${item.urn},acme-1`, `  ${item.urn} , acme-1 `, `${item.urn}\tacme-1`])('are read from %j', (line) => {
    expect(readFound(`\n${line}\n`, [item])).toEqual({ found: [{ item, id: 'acme-1' }], unknown: [] })
  })
  it('are shown as not understood when they match nothing pending or are not IDs', () => {
    expect(readFound(`urn:pulumi:x::y::z::other,1\n${item.urn},`, [item])).toEqual({
      found: [],
      unknown: ['urn:pulumi:x::y::z::other,1', `${item.urn},`],
    })
  })
  it('become part of the import command, quoted for a shell', () => {
    expect(importLine({ item, id: 'acme-1' })).toMatch(/ receipts acme-1$/)
    expect(importLine({ item, id: "$(rm) it's" })).toMatch(/ receipts '\$\(rm\) it'\\''s'$/)
  })
  it('take precedence over an ID that was reported late', () => {
    const reported = pendingItem({ terminal: ['# Adopt it.', 'pulumi import aws:s3/bucket:Bucket receipts old-id'] })
    expect(importLine({ item: reported, id: 'acme-1' })).toBe('pulumi import aws:s3/bucket:Bucket receipts acme-1')
    expect(importLine({ item: pendingItem({ terminal: ['pulumi preview'] }), id: 'acme-1' })).toBeUndefined()
  })
})
