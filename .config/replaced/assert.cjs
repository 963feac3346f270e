/** In place of `node:assert` in undici. */
module.exports = (value, message) => {
	if (!value) {
		throw Object.assign(new Error(message ?? 'undici found itself in an impossible state'), {code: 'ERR_ASSERTION'});
	}
};
