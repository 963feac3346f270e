/** Of two dozen hashes the two that are used: that of the sandbox's passwords, and that of passwords in Prometheus's web configuration. */
exports.argon2id = require('../../node_modules/hash-wasm/dist/argon2.umd.min.js').argon2id;
exports.bcryptVerify = require('../../node_modules/hash-wasm/dist/bcrypt.umd.min.js').bcryptVerify;
