/** In place of `node:http2` in undici: dialtop does not speak HTTP/2. */
exports.constants = {};
