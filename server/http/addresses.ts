/**
 * Addresses of a stack and of its updates: the kind in the path has no meaning, only the id counts (docs/protocol.md,
 * Addresses and names).
 */
export const STACK = '/api/stacks/:org/:project/:stack'
export const UPDATE = `${STACK}/:kind{update|preview|refresh|destroy}/:updateID`
