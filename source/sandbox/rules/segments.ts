/** How many parts a text message is sent in (GSM 03.38 and 03.40). */

/** Characters of one septet, and those that take an escape before theirs. */
const basic = new Set(
	'@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

/** What a message holds, and each part of one in parts, which carries a header: septets, or 16-bit units of UCS-2. */
const septets = {alone: 160, inParts: 153};
const units = {alone: 70, inParts: 67};

/** The parts of a message; a character is never cut in two. One character outside of GSM's makes all of it UCS-2. */
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
