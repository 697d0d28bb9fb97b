/** Names on the left, bars on the right: the same columns in the overview, the head and each row. */
export const COLUMNS =
  'grid grid-cols-[10rem_minmax(0,1fr)] sm:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]'
