/** Fields that the catalogue does not have; a file of its own, since the screen must not load the catalogue to name them. */

/** The name of the free fields of an operation that the interface only names: `+[0]` holds `name=value`. */
export const freeFields = '+';
