/** A step in a terminal: what it is for, and its commands. */
export type CommandStep = {
  text: string
  commands: string[]
  /** Ways to do it, of which one is enough. */
  oneOf?: { text: string; commands: string[] }[]
}
