import type { AzureAddress } from '#domain/backends/storeAddress.ts'

/** The address of a container `acme-state` on this machine. */
export const azureAddress = (host: string, account: string): AzureAddress => ({
  kind: 'azure',
  container: 'acme-state',
  prefix: '',
  account,
  domain: host,
  protocol: 'http',
  isCdn: undefined,
  isEmulator: undefined,
})
