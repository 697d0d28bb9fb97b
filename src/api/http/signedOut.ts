const listeners = new Set<() => void>()

/** Told whenever the server says that nobody is signed in (any more). Returns the function that ends the subscription. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellSignedOut(): void {
  for (const listener of listeners) listener()
}
