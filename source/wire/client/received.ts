/** The bytes of an answer as they arrive: copied into one buffer, so that a million pieces of a byte take no more than a megabyte. */

/** Collects the bytes of an answer. */
export type Received = {
	/** How many there are. */
	readonly length: number;
	add(piece: Buffer): void;
	/** All of them. */
	bytes(): Buffer;
};

/** Makes what collects an answer's bytes. */
export const createReceived = (): Received => {
	/** The only piece as long as it is the only one: most answers come as one. */
	let bytes: Buffer = Buffer.alloc(0);
	let length = 0;
	return {
		get length() {
			return length;
		},
		add(piece) {
			const begin = length;
			length += piece.length;
			if (begin === 0) {
				bytes = piece;
				return;
			}
			if (length > bytes.length) {
				const larger = Buffer.allocUnsafeSlow(length * 2);
				bytes.copy(larger, 0, 0, begin);
				bytes = larger;
			}
			piece.copy(bytes, begin);
		},
		bytes: () => bytes.subarray(0, length),
	};
};
