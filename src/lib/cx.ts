/** Joins class names; what is false, empty or absent falls out. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
