/** The sizes of terminals that people have. */
export const sizes = [
	[80, 24],
	[100, 30],
	[120, 40],
	[160, 50],
	[200, 60],
] as const;
