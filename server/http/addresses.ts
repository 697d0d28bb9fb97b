/**
 * A stack's address, and that of one of its updates: the kind in the path says nothing, the id alone counts
 * (docs/protocol.md, Addresses and names).
 */
export const S = '/api/stacks/:org/:project/:stack'
export const U = `${S}/:kind{update|preview|refresh|destroy}/:updateID`
