/**
 * The organization under which files that were opened in a browser appear there: pages about it are answered in the
 * browser, never by a server, which creates no organization of this name.
 */
export const OPENED_ORG = 'this-browser'
