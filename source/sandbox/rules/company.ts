/** The company of seeded leads, and of accounts added without one. */
export const ownCompany = 1;
