/**
 * Addresses of a stack and of its updates: the kind in the path has no meaning, only the id counts (docs/protocol.md,
 * Addresses and names).
 */
export const S = '/api/stacks/:org/:project/:stack'
export const U = `${S}/:kind{update|preview|refresh|destroy}/:updateID`
