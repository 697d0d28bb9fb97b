import { describe, expect, it } from 'vitest'
import {
  childQualifiedType,
  isProviderType,
  isUrn,
  makeUrn,
  parseProviderReference,
  parseUrn,
  urnName,
  urnType,
} from './urn.ts'

const bucket = 'urn:pulumi:prod::shop::shop:index:Site$aws:s3/bucket:Bucket::assets'

describe('a URN', () => {
  it('is parsed and assembled again', () => {
    const parts = parseUrn(bucket)
    expect(parts).toEqual({
      stack: 'prod',
      project: 'shop',
      qualifiedType: 'shop:index:Site$aws:s3/bucket:Bucket',
      type: 'aws:s3/bucket:Bucket',
      parentType: 'shop:index:Site',
      name: 'assets',
    })
    expect(parts && makeUrn(parts)).toBe(bucket)
  })

  it('keeps everything after the third :: as its name', () => {
    const odd = 'urn:pulumi:prod::shop::a:b:C::x::y $ é/z'
    expect(parseUrn(odd)).toMatchObject({ type: 'a:b:C', parentType: '', name: 'x::y $ é/z' })
    expect(parseUrn('urn:pulumi:prod::shop::a:b:C::::')).toMatchObject({ name: '::' })
  })

  it.each(['', 'urn:pulumi:', 'urn:pulumi:x', 'urn:pulumi:a::b::c', 'urn:other:a::b::c::d', 'urn:pulumi:a:::b::c'])(
    'is not %j, which is shown unchanged',
    (text) => {
      expect(isUrn(text)).toBe(false)
      expect(parseUrn(text)).toBeUndefined()
      expect(urnName(text)).toBe(text)
      expect(urnType(text)).toBe('')
    },
  )

  it('has a display name with invisible characters shown', () => {
    expect(urnName('urn:pulumi:prod::shop::a:b:C::a\u202eb')).toBe('a\\u202eb')
  })

  it('omits the root stack from the types of its children', () => {
    expect(childQualifiedType('', 'a:b:C')).toBe('a:b:C')
    expect(childQualifiedType('pulumi:pulumi:Stack', 'a:b:C')).toBe('a:b:C')
    expect(childQualifiedType('x:y:Z$a:b:C', 'd:e:F')).toBe('x:y:Z$a:b:C$d:e:F')
  })
})

describe('a provider reference', () => {
  const provider = 'urn:pulumi:prod::shop::pulumi:providers:aws::default_6_72_0'

  it('is split at the last ::', () => {
    expect(parseProviderReference(`${provider}::4f`)).toEqual({ urn: provider, id: '4f' })
    expect(parseProviderReference(`${provider}::`)).toEqual({ urn: provider, id: '' })
    expect(parseProviderReference(`${provider}::x::4f`)).toEqual({ urn: `${provider}::x`, id: '4f' })
  })

  it.each([
    ['nothing', "expected '::' in provider reference 'nothing'"],
    [provider, 'urn:pulumi:prod::shop::pulumi:providers:aws is not a valid URN'],
    [`${bucket}::4f`, "invalid module in type: expected 'pulumi:providers', got 'aws:s3/bucket'"],
    ['urn:pulumi:prod::shop::pulumi:providers::x::4f', 'provider URNs must specify a type name'],
  ])('with a fault is reported: %s', (ref, error) => {
    expect(parseProviderReference(ref)).toEqual({ error })
  })

  it('names a resource of a provider type', () => {
    expect(isProviderType('pulumi:providers:aws')).toBe(true)
    expect(isProviderType('pulumi:providers:')).toBe(false)
    expect(isProviderType('aws:s3/bucket:Bucket')).toBe(false)
  })
})
