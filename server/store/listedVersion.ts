/**
 * Version of the rules by which the rows of `listed` were derived: a database with another version derives all of them
 * again when it is opened. It is the hash of the rules' source, which a test compares; after a change, set it to the
 * hash that the test expects.
 */
export const LISTED_VERSION = '75778833cf89b315'
