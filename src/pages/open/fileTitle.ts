/** The name of a file without the folders it lies in. */
export const fileTitle = (name: string): string => name.split('/').at(-1) ?? name

/** What a person has to know who opens a state of production in a browser. */
export const ONLY_HERE = 'Open in this browser only: never uploaded or stored; a reload closes it.'
