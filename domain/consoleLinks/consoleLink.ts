import { awsLink } from './aws.ts'
import { azureLink } from './azure.ts'
import { googleCloudLink } from './googleCloud.ts'
import { kubernetesLink } from './kubernetes.ts'
import type { ConsoleLink, Linkable } from './linkable.ts'

/** By the package of a type, its first part. A table for another provider is a file and a line. */
const tables: Readonly<Record<string, (resource: Linkable) => ConsoleLink | undefined>> = {
  aws: awsLink,
  'aws-native': awsLink,
  azure: azureLink,
  'azure-native': azureLink,
  gcp: googleCloudLink,
  kubernetes: kubernetesLink,
}

/**
 * The page of a resource in the console of its provider; undefined where no table knows it, or too little is known to find it.
 * Of one whose ID is fixed before it is created (a bucket), also before there is an ID: the page shows whether it exists.
 */
export const consoleLink = (resource: Linkable): ConsoleLink | undefined =>
  tables[resource.type.split(':')[0] ?? '']?.(resource)
