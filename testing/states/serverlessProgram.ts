/** A resource of a program: its type, its name, what it is in, and what it needs, by names. */
export type ProgramResource = { type: string; name: string; parent?: string; needs?: readonly string[] }

const FUNCTIONS = ['read', 'write', 'list'] as const

/**
 * One application with the types, parents and dependencies of a real program's public checkpoint (44 resources: an HTTP
 * endpoint with its table, files and three functions). Dependencies that the old client did not record are taken from
 * inputs that repeat an output; the names are ours. The first five resources are shared by all applications.
 */
export const SHARED: readonly ProgramResource[] = [
  { type: 'aws:sns/topic:Topic', name: 'failures' },
  { type: 'aws:serverless:Function', name: 'log-collector' },
  { type: 'aws:iam/role:Role', name: 'log-collector-role', parent: 'log-collector' },
  {
    type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
    name: 'log-collector-policy',
    parent: 'log-collector',
    needs: ['log-collector-role'],
  },
  {
    type: 'aws:lambda/function:Function',
    name: 'log-collector-code',
    parent: 'log-collector',
    needs: ['log-collector-role'],
  },
]

/** The resources of one application, in the order of a state. */
export function application(name: string): ProgramResource[] {
  const endpoint = `${name}-endpoint`
  const api = `${name}-api`
  return [
    { type: 'cloud:table:Table', name: `${name}-items` },
    { type: 'aws:dynamodb/table:Table', name: `${name}-items-table`, parent: `${name}-items` },
    { type: 'cloud:http:HttpEndpoint', name: endpoint },
    { type: 'aws:s3/bucket:Bucket', name: `${name}-files`, parent: endpoint },
    { type: 'aws:iam/role:Role', name: `${name}-files-role`, parent: endpoint },
    {
      type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
      name: `${name}-files-policy`,
      parent: endpoint,
      needs: [`${name}-files-role`],
    },
    ...['icon', 'index'].map((file) => ({
      type: 'aws:s3/bucketObject:BucketObject',
      name: `${name}-${file}`,
      parent: endpoint,
      needs: [`${name}-files`],
    })),
    ...FUNCTIONS.flatMap((job, i) => functionOf(`${name}-${job}`, endpoint, i === 0)),
    {
      type: 'aws:apigateway/restApi:RestApi',
      name: api,
      parent: endpoint,
      needs: [`${name}-files-role`, ...FUNCTIONS.map((job) => `${name}-${job}-code`)],
    },
    { type: 'aws:apigateway/deployment:Deployment', name: `${name}-deployment`, parent: endpoint, needs: [api] },
    {
      type: 'aws:apigateway/stage:Stage',
      name: `${name}-stage`,
      parent: endpoint,
      needs: [`${name}-deployment`, api],
    },
    ...FUNCTIONS.map((job) => ({
      type: 'aws:lambda/permission:Permission',
      name: `${name}-${job}-invoke`,
      parent: endpoint,
      needs: [`${name}-${job}-code`, api],
    })),
  ]
}

/** A function: a component with a role, its policies, the code and its logs. */
function functionOf(name: string, parent: string, isFirst: boolean): ProgramResource[] {
  const [inner, role, code, logs] = [`${name}-function`, `${name}-role`, `${name}-code`, `${name}-logs`]
  return [
    { type: 'cloud:function:Function', name, parent },
    { type: 'aws:serverless:Function', name: inner, parent: name, needs: ['failures'] },
    { type: 'aws:iam/role:Role', name: role, parent: inner },
    ...[0, 1].map((i) => ({
      type: 'aws:iam/rolePolicyAttachment:RolePolicyAttachment',
      name: `${name}-policy-${i}`,
      parent: inner,
      needs: [role],
    })),
    { type: 'aws:lambda/function:Function', name: code, parent: inner, needs: ['failures', role] },
    { type: 'aws:cloudwatch/logGroup:LogGroup', name: logs, parent: name, needs: [code] },
    ...(isFirst
      ? [
          {
            type: 'aws:lambda/permission:Permission',
            name: `${name}-collect`,
            parent: name,
            needs: ['log-collector-code'],
          },
        ]
      : []),
    {
      type: 'aws:cloudwatch/logSubscriptionFilter:LogSubscriptionFilter',
      name: `${name}-filter`,
      parent: name,
      needs: ['log-collector-code', code, logs],
    },
  ]
}
