/** Joins class names, ignoring false, empty and undefined ones. */
export const cx = (...names: (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
