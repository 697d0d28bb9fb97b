/**
 * Names on the left, bars on the right: the same columns in the overview, the head and each row. Padding at the end: a bar
 * that lasts until the end of the run has an outline, too.
 */
export const COLUMNS =
  'grid grid-cols-[10rem_minmax(0,1fr)] pr-2 sm:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[20rem_minmax(0,1fr)]'
