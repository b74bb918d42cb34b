/** Raised by one whenever a rule, a built-in threshold or the reading of files changes: what was found before is found anew. */
export const CHECKS_VERSION = 5;
