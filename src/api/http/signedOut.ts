const listeners = new Set<() => void>()

/** Called whenever the server reports a signed-out session (any more). Returns the function that ends the subscription. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellSignedOut(): void {
  for (const listener of listeners) listener()
}
