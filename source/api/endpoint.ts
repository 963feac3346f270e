/** The address that requests go to. */

/** The base address with the path `/api/` of section 4 added, unless it stands there already. */
export const endpoint = (baseUrl: string): URL => {
	const url = new URL(baseUrl);
	url.pathname = /\/api\/?$/.test(url.pathname)
		? url.pathname.replace(/\/?$/, '/')
		: `${url.pathname.replace(/\/$/, '')}/api/`;
	url.search = '';
	url.hash = '';
	return url;
};
