/**
 * In place of `node:http` in undici, which takes this default from it, and a class that bodies which are streams are compared
 * with: none of ours is one.
 */
exports.maxHeaderSize = 16384;
