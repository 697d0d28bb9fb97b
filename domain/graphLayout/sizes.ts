// Sizes in the layout's own pixels. In a file of their own, because the page draws by them without packing.

export const CARD_W = 172
export const CARD_H = 36
/** Height of the title of an open group. */
export const HEADER = 26
