/** A stack's address, and that of one of its updates: the kind in the path says nothing, the id alone counts (service-api 1.7). */
export const S = '/api/stacks/:org/:project/:stack'
export const U = `${S}/:kind{update|preview|refresh|destroy}/:updateID`
