/** Counts the segments of a text message (GSM 03.38 and 03.40). */

/** Characters that take one septet. */
const basic = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Characters that take two: an escape comes first. */
const extended = new Set('\f^{}\\[~]|€');

/** Septets, or 16-bit units of UCS-2, that fit in a single message, and in each segment of a longer one (less its header). */
const septets = {alone: 160, inParts: 153};
const units = {alone: 70, inParts: 67};

/** Characters are not split. A single character outside GSM's alphabet makes the whole message UCS-2. */
export const segmentsOf = (message: string): number => {
	const characters = [...message];
	const isGsm = characters.every(character => basic.has(character) || extended.has(character));
	const room = isGsm ? septets : units;
	const sizes = characters.map(character => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
	if (sizes.reduce((sum, size) => sum + size, 0) <= room.alone) {
		return 1;
	}
	let parts = 1;
	let left = room.inParts;
	for (const size of sizes) {
		if (size > left) {
			parts++;
			left = room.inParts;
		}
		left -= size;
	}
	return parts;
};
