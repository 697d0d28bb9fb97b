/** A whole number with its noun: `1 person`, `1,200 people`; without `many`, an s is put to `one`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`
