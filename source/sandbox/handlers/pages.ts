/** Pages of listings. */

/** Rows of a page, unless the request or the operation says otherwise. */
const usualLimit = 100;

/** The rows before a page, and how many it has. */
export const pageSpan = (
	{page = 1, limit}: {page?: number | undefined; limit?: number | undefined},
	usual = usualLimit,
): {skip: number; most: number} => {
	const most = limit ?? usual;
	return {skip: (page - 1) * most, most};
};
