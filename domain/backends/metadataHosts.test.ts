import { expect, it } from 'vitest'
import { isMetadataHost } from './metadataHosts.ts'

it.each([
  '169.254.169.254',
  '169.254.169.254.',
  '169.254.170.2',
  '2852039166',
  '0xa9fea9fe',
  '0xA9.254.0251.0xfe',
  '169.16689662',
  '100.100.100.200',
  '168.63.129.16',
  'metadata.google.internal',
  'Metadata.Google.Internal.',
  'metadata',
  'fd00:ec2::254',
  '[fd00:0ec2:0:0:0:0:0:254]',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '64:ff9b::a9fe:a9fe',
  'fe80::1%eth0',
  '169.254%2e169.254',
  '169.254.169\t.254',
  '１６９.254.169.254',
  '169.254.169.254:80',
  '\\169.254.169.254',
  'ada:x@169.254.169.254:80',
])('%s is a metadata service', (host) => {
  expect(isMetadataHost(host)).toBe(true)
})

it.each([
  'minio.local',
  '10.0.0.1',
  '169.253.169.254',
  '127.0.0.1',
  '::1',
  'fd00::1',
  '1.2.3.4.5',
  'metadata.example.org',
  '169.254',
  'a::b::c',
  '',
])('%j is none', (host) => {
  expect(isMetadataHost(host)).toBe(false)
})
