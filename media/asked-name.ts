/** What the pictures type where a question takes a name. */

/** The first word of the name that the question on a screen asks for. @throws Error if none asks for one */
export const askedName = (screen: string): string => {
	const name = /Type its name:.*?\bName: (\S+)/s.exec(screen)?.[1];
	if (name === undefined) {
		throw new Error('no question on the screen takes a name');
	}
	return name;
};
