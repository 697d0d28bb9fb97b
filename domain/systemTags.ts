/** How the names of tags begin that the CLI sets on every stack: of no use in a list. */
export const SYSTEM_TAGS = ['pulumi:', 'gitHub:', 'vcs:', 'git:'] as const

export const isSystemTag = (name: string): boolean => SYSTEM_TAGS.some((start) => name.startsWith(start))
