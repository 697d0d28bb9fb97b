/** A resource of a program: its type, its name, what it is in, and what it needs, by names. */
export type ProgramResource = { type: string; name: string; parent?: string; needs?: readonly string[] }

const FUNCTIONS = ['read', 'write', 'list'] as const

/**
 * One application as a public checkpoint of a real program has it (44 resources: an HTTP endpoint with its table, files and three
 * functions): types, parents and dependencies are its own, with the dependencies that its old client did not record read from
 * the inputs that repeat an output; names are not. The first five are made once for all applications.
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

/** A function: the component that a program sees, in it the one that is made of a role, its policies and the code, and its logs. */
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
