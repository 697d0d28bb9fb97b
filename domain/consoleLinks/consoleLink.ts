import { awsLink } from './aws.ts'
import { azureLink } from './azure.ts'
import { googleCloudLink } from './googleCloud.ts'
import { kubernetesLink } from './kubernetes.ts'
import type { ConsoleLink, Linkable } from './linkable.ts'

/** By package, the first part of a type. Another provider needs one file and one line here. */
const tables: Readonly<Record<string, (resource: Linkable) => ConsoleLink | undefined>> = {
  aws: awsLink,
  'aws-native': awsLink,
  azure: azureLink,
  'azure-native': azureLink,
  gcp: googleCloudLink,
  kubernetes: kubernetesLink,
}

/**
 * The page of a resource in its provider's console; undefined if the type is not in a table, or too little is known to
 * build the address. A resource whose ID is fixed before it is created (a bucket) gets a link before it has an ID: the
 * page then shows whether it exists.
 */
export const consoleLink = (resource: Linkable): ConsoleLink | undefined =>
  tables[resource.type.split(':')[0] ?? '']?.(resource)
