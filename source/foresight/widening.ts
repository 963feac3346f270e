/** How much wider than their runs say the bands of a changed floor have to be, so that they hold four of five: by `npm run bench -- --only forecast`. */

/** Factors by size of floor. */
export const widening = {small: 1, medium: 1.25, large: 1.2};

/** Fewer agents than this are a small floor, and a medium one. */
const [small, medium] = [12, 60];

/** How large a floor is, by its agents. */
export const sizeOf = (agents: number): keyof typeof widening =>
	agents < small ? 'small' : agents < medium ? 'medium' : 'large';
