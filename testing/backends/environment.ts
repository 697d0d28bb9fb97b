/** Variables from which the vendors' libraries, and the CLI, take an address, credentials or a setting. */
const VENDORS = /^(?:AWS_|AZURE_|GOOGLE_|STORAGE_EMULATOR_HOST$|CLOUDSDK_|GCLOUD_)/

/** No test asks a machine for credentials, nor reads those of the person who runs it. */
const ISOLATED = {
  AWS_EC2_METADATA_DISABLED: 'true',
  AWS_CONFIG_FILE: '/none',
  AWS_SHARED_CREDENTIALS_FILE: '/none',
  METADATA_SERVER_DETECTION: 'none',
  HOME: '/none',
}

/** Sets the variables of the vendors to exactly these, none of the machine's. Returns what puts them back. */
export function setVendors(variables: Record<string, string>): () => void {
  const before = { ...process.env }
  const clear = () => {
    const ours = new Set(Object.keys({ ...ISOLATED, ...variables }))
    for (const name of Object.keys(process.env)) if (VENDORS.test(name) || ours.has(name)) delete process.env[name]
  }
  clear()
  Object.assign(process.env, ISOLATED, variables)
  return () => {
    clear()
    for (const [name, value] of Object.entries(before)) if (process.env[name] !== value) process.env[name] = value
  }
}
