// Entries of a journal as a CLI sends them (docs/protocol.md, Journal), for tests.

const FIELDS = { version: 1, removeOld: null, removeNew: null }

/** An operation begins; its number is that of the entry unless another is given. */
export const begins = (
  sequenceID: number,
  operation: { type: string; resource: object },
  operationID = sequenceID,
) => ({
  ...FIELDS,
  kind: 0,
  sequenceID,
  operationID,
  operation,
})

/** An operation ends with success, and reports the state of its resource. */
export const succeeds = (sequenceID: number, operationID: number, state: object) => ({
  ...FIELDS,
  kind: 1,
  sequenceID,
  operationID,
  state,
})
