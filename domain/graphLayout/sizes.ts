// Sizes in the layout's own pixels, apart from what needs them: the page draws by them and packs nothing.

export const CARD_W = 172
export const CARD_H = 36
/** Height of the title of an open group. */
export const HEADER = 26
