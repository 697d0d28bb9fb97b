/** What a finding says could be lost, if nothing can: the page shows no risk for it. */
export const NOTHING_LOST = 'Nothing.'
