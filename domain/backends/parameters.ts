import { list } from '#words/counts.ts'

/** A problem of an address: one sentence with what to do. The message of the error is the sentence. */
export class AddressProblem extends Error {}

/** The query parameters of an address; each is taken once, and what is left at the end is unknown. */
export class Parameters {
  readonly #values = new Map<string, string>()
  readonly #known = new Set<string>()
  readonly #scheme: string

  /** `query`: what is behind the question mark. Of several with one name the last counts, as for the CLI. */
  constructor(scheme: string, query: string) {
    this.#scheme = scheme
    for (const pair of query.split('&')) {
      const [name, value] = parameterOf(pair)
      if (name !== '') this.#values.set(name, value)
    }
  }

  /** The value under one of these names, the first that is there; undefined if none is, or it is empty. */
  text(...names: string[]): string | undefined {
    let found: string | undefined
    for (const name of names) {
      this.#known.add(name)
      const value = this.#values.get(name)
      this.#values.delete(name)
      if (value !== undefined && value !== '') found ??= value
    }
    return found
  }

  /** One of these values. */
  choice<T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    const choice = choices.find((each) => each === value)
    if (choice === undefined)
      throw new AddressProblem(`The parameter “${name}” of the address is “${value}”: it can be ${list(choices)}.`)
    return choice
  }

  /** Yes or no, in every spelling that the CLI reads. */
  flag(...names: string[]): boolean | undefined {
    const value = this.text(...names)
    if (value === undefined) return undefined
    if (/^(?:1|t|T|TRUE|true|True)$/.test(value)) return true
    if (/^(?:0|f|F|FALSE|false|False)$/.test(value)) return false
    throw new AddressProblem(`The parameter “${names[0]}” of the address is “${value}”: use true or false.`)
  }

  /** A whole number. */
  count(name: string): number | undefined {
    const value = this.text(name)
    if (value === undefined) return undefined
    if (/^\d{1,9}$/.test(value)) return Number(value)
    throw new AddressProblem(`The parameter “${name}” of the address is “${value}”: use a whole number.`)
  }

  /** The parameters that nobody took. */
  others(): [name: string, value: string][] {
    return [...this.#values]
  }

  /** Throws if a parameter is left that this scheme does not have. */
  refuseOthers(): void {
    const [unknown] = this.#values.keys()
    if (unknown === undefined) return
    const known = list([...this.#known].toSorted())
    throw new AddressProblem(`Correct or remove the unknown parameter “${unknown}”: ${this.#scheme}:// has ${known}.`)
  }
}

/** Name and value of a part of a query, decoded. Throws `AddressProblem`. */
export function parameterOf(pair: string): [name: string, value: string] {
  const [name = '', ...value] = pair.replaceAll('+', ' ').split('=')
  return [decoded(name), decoded(value.join('='))]
}

/** Decodes percent signs. Throws `AddressProblem` if they are no UTF-8. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new AddressProblem('Invalid % escape in the address: write a percent sign as %25.')
  }
}
