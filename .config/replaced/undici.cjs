/** Of undici only what sends requests: its index also loads caches, mocks, web sockets and Node's own client. */
exports.Client = require('undici/lib/dispatcher/client.js');
exports.Pool = require('undici/lib/dispatcher/pool.js');
exports.buildConnector = require('undici/lib/core/connect.js');
Object.defineProperty(exports, 'FormData', {
	enumerable: true,
	get: () => require('undici/lib/web/fetch/formdata.js').FormData,
});
Object.defineProperty(exports, 'Response', {
	enumerable: true,
	get: () => require('undici/lib/web/fetch/response.js').Response,
});
