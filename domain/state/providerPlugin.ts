import { isObject } from '../json/jsonObject.ts'
import type { Resource } from './checkpoint.ts'
import { urnType } from './urn.ts'

type Properties = Resource['inputs']

/** The properties of a provider that say which plugin it runs. In older states they are beside its settings. */
function internalOf(inputs: Properties): Record<string, unknown> {
  const internal = inputs?.['__internal']
  return isObject(internal) ? internal : (inputs ?? {})
}

const isParameterized = (inputs: Properties): boolean => Object.hasOwn(internalOf(inputs), 'parameterization')

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/**
 * The plugin of a provider entry, as the engine finds it (docs/state.md, Provider references). The package of a
 * parameterized provider has a name and a version of its own, in the URN and among the settings.
 */
export function pluginOf({ urn, inputs }: Pick<Resource, 'urn' | 'inputs'>) {
  const internal = internalOf(inputs)
  return {
    name: text(internal['name']) ?? urnType(urn).replace('pulumi:providers:', ''),
    version: text((isParameterized(inputs) ? internal : inputs)?.['version']),
    downloadUrl: text(internal['pluginDownloadURL']),
  }
}

/** The inputs and outputs of a provider entry with another version of its plugin. */
export function withPluginVersion({ inputs, outputs }: Resource, version: string): Partial<Resource> {
  const changed = (properties: NonNullable<Properties>) => {
    const internal = properties['__internal']
    if (!isParameterized(inputs) || internal === undefined) return { ...properties, version }
    return isObject(internal) ? { ...properties, __internal: { ...internal, version } } : properties
  }
  return { ...(inputs && { inputs: changed(inputs) }), ...(outputs && { outputs: changed(outputs) }) }
}
