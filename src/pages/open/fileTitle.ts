/** The name of a file without its folders. */
export const fileTitle = (name: string): string => name.split('/').at(-1) ?? name

/** What a user must know before opening a production state in a browser. */
export const ONLY_HERE = 'Open in this browser only: never uploaded or stored; a reload closes it.'
