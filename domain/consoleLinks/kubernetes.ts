import { type ConsoleLink, type Linkable, part } from './linkable.ts'

/** The kinds with a page in Kubernetes Dashboard, by the word in its address. A new kind is one line here. */
const rows: Readonly<Record<string, { word: string; isOfCluster?: true }>> = {
  Pod: { word: 'pod' },
  Deployment: { word: 'deployment' },
  StatefulSet: { word: 'statefulset' },
  DaemonSet: { word: 'daemonset' },
  ReplicaSet: { word: 'replicaset' },
  Job: { word: 'job' },
  CronJob: { word: 'cronjob' },
  Service: { word: 'service' },
  Ingress: { word: 'ingress' },
  ConfigMap: { word: 'configmap' },
  Secret: { word: 'secret' },
  PersistentVolumeClaim: { word: 'persistentvolumeclaim' },
  ServiceAccount: { word: 'serviceaccount' },
  Role: { word: 'role' },
  RoleBinding: { word: 'rolebinding' },
  Namespace: { word: 'namespace', isOfCluster: true },
  PersistentVolume: { word: 'persistentvolume', isOfCluster: true },
  StorageClass: { word: 'storageclass', isOfCluster: true },
  ClusterRole: { word: 'clusterrole', isOfCluster: true },
}

/** Tag with the address of a Kubernetes Dashboard; a cluster has no address of its own that a browser could open. */
const DASHBOARD_TAG = 'kubernetes:dashboard'

/** The page of a resource in its cluster's Kubernetes Dashboard; the ID is `namespace/name`, or a name. */
export function kubernetesLink({ type, id, place }: Linkable): ConsoleLink | undefined {
  const found = rows[type.split(':').at(-1) ?? '']
  const base = /^https?:\/\/[^\s#?]+$/.exec(place?.tags?.[DASHBOARD_TAG] ?? '')?.[0].replace(/\/+$/, '')
  if (!found || !id || base === undefined) return undefined
  const [namespace = '', name] = id.includes('/') ? id.split('/') : ['default', id]
  const path = found.isOfCluster ? part(id) : `${part(namespace)}/${part(name ?? '')}?namespace=${part(namespace)}`
  return { console: 'Kubernetes', shows: 'one', url: `${base}/#/${found.word}/${path}` }
}
