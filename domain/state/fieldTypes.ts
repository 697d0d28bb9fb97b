/** The Go type of a field, as the engine's JSON decoder reads it. `go` is its name in the decoder's messages. */
export type FieldType =
  | { is: 'text' | 'bool' | 'number' | 'any'; go: string }
  /** A text in RFC 3339. */
  | { is: 'time'; go: string }
  /** Base64, or a list of byte values. */
  | { is: 'bytes'; go: string }
  /** A semantic version; only an optional one may be null. */
  | { is: 'version'; go: string; isOptional: boolean }
  /** A text: empty, or a version that may be short or start with a v. */
  | { is: 'looseVersion'; go: string }
  /** A text: the path of a property, as in `tags.Name` or `rules[0]["a.b"]`. */
  | { is: 'path'; go: string }
  | { is: 'list' | 'map'; go: string; of: FieldType }
  | StructType

/**
^ * `nested`: the fields with parts that have types of their own. `folded`: the names of the fields by their spelling for a comparison that
 * ignores case.
 */
export type StructType = {
  is: 'struct'
  go: string
  fields: ReadonlyMap<string, FieldType>
  nested: ReadonlyMap<string, FieldType>
  folded: ReadonlyMap<string, string>
}

/** Whether values of the type have parts with types of their own. */
export const isNested = (type: FieldType): boolean =>
  type.is === 'list' || type.is === 'struct' || (type.is === 'map' && type.of.is !== 'any')

/** The spelling of a key for the comparison of the decoder, which ignores case, also that of U+017F and U+212A. */
export const folded = (key: string): string => key.toLowerCase().replaceAll('\u017F', 's')

const scalar = (is: 'text' | 'bool' | 'number' | 'any', go: string): FieldType => ({ is, go })
const list = (of: FieldType): FieldType => ({ is: 'list', go: `[]${of.go}`, of })
const map = (of: FieldType, key = 'string'): FieldType => ({ is: 'map', go: `map[${key}]${of.go}`, of })
const struct = (go: string, fields: Record<string, FieldType>): StructType => ({
  is: 'struct',
  go,
  fields: new Map(Object.entries(fields)),
  nested: new Map(Object.entries(fields).filter(([, type]) => isNested(type))),
  folded: new Map(Object.keys(fields).map((name) => [folded(name), name])),
})

const text = scalar('text', 'string')
const bool = scalar('bool', 'bool')
const seconds = scalar('number', 'float64')
const any = scalar('any', 'interface {}')
const urn = scalar('text', 'urn.URN')
const id = scalar('text', 'resource.ID')
const propertyKey = scalar('text', 'resource.PropertyKey')
const time: FieldType = { is: 'time', go: 'time.Time' }
const bytes: FieldType = { is: 'bytes', go: '[]uint8' }

/** `apitype.ResourceV3`. Versions 1 and 2 have fewer fields, of the same types. */
export const RESOURCE = struct('apitype.ResourceV3', {
  urn,
  custom: bool,
  delete: bool,
  id,
  type: scalar('text', 'tokens.Type'),
  inputs: map(any),
  outputs: map(any),
  parent: urn,
  protect: bool,
  taint: bool,
  external: bool,
  dependencies: list(urn),
  initErrors: list(text),
  provider: text,
  propertyDependencies: map(list(urn), 'resource.PropertyKey'),
  pendingReplacement: bool,
  additionalSecretOutputs: list(propertyKey),
  aliases: list(urn),
  customTimeouts: struct('resource.CustomTimeouts', {
    create: seconds,
    update: seconds,
    delete: seconds,
    read: seconds,
  }),
  importID: id,
  retainOnDelete: bool,
  deletedWith: urn,
  replaceWith: list(urn),
  created: time,
  modified: time,
  sourcePosition: text,
  stackTrace: list(struct('apitype.StackFrameV1', { sourcePosition: text })),
  ignoreChanges: list(text),
  hideDiff: list({ is: 'path', go: 'resource.PropertyPath' }),
  replaceOnChanges: list(text),
  replacementTrigger: any,
  refreshBeforeUpdate: bool,
  viewOf: urn,
  resourceHooks: map(list(text), 'resource.HookType'),
  extensionRef: scalar('text', 'apitype.ExtensionRef'),
  snippetID: text,
})

/** `apitype.OperationV2`. */
export const OPERATION = struct('apitype.OperationV2', {
  resource: RESOURCE,
  type: scalar('text', 'apitype.OperationType'),
})

/** `apitype.ManifestV1`. */
const MANIFEST = struct('apitype.ManifestV1', {
  time,
  magic: text,
  version: text,
  plugins: list(
    struct('apitype.PluginInfoV1', {
      name: text,
      path: text,
      type: scalar('text', 'apitype.PluginKind'),
      version: { is: 'looseVersion', go: 'string' },
    }),
  ),
})

/** `apitype.SnapshotMetadataV1`. */
const METADATA = struct('apitype.SnapshotMetadataV1', {
  integrity_error: struct('apitype.SnapshotIntegrityErrorMetadataV1', {
    version: text,
    command: text,
    error: text,
    env_vars: map(text),
  }),
})

/** `apitype.SnippetV1`. */
const SNIPPET = struct('apitype.SnippetV1', {
  uuid: text,
  name: text,
  type: text,
  code: text,
  descriptor: struct('apitype.PackageDescriptorV1', {
    name: text,
    version: { is: 'version', go: 'semver.Version', isOptional: true },
    downloadURL: text,
    parameterization: struct('apitype.ParameterizationDescriptorV1', {
      name: text,
      version: { is: 'version', go: 'semver.Version', isOptional: false },
      value: bytes,
    }),
  }),
  references: map(text),
})

/** `apitype.DeploymentV3`, which is also the body of schema version 4. */
export const DEPLOYMENT = struct('apitype.DeploymentV3', {
  manifest: MANIFEST,
  secrets_providers: struct('apitype.SecretsProvidersV1', { type: text, state: any }),
  resources: list(RESOURCE),
  pending_operations: list(OPERATION),
  metadata: METADATA,
  snippets: list(SNIPPET),
  extensions: map(struct('apitype.Extension', { name: text, version: text, value: bytes }), 'apitype.ExtensionRef'),
})
