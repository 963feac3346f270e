/** Frames as text that can be held in a file. */
/** The rows of a frame as one text; the clock of the operator's machine is in its own time zone. */
export const shotOf = (rows: readonly string[]): string =>
	rows
		.join('\n')
		.replace(/(?<!\d)\d\d:\d\d:\d\d(?!\d)/g, 'hh:mm:ss')
		// The ends of the timeline.
		.replace(/^ \d\d:\d\d( {3}.* {3})\d\d:\d\d $/gm, ' hh:mm$1hh:mm ');

/** Several of them in one text. */
export const album = (shots: readonly (readonly [heading: string, shot: string])[]): string =>
	shots.map(([heading, shot]) => `== ${heading} ==\n${shot}\n`).join('\n');

/** A text with the codes of its colours made visible. */
export const visible = (text: string): string => `${text.replaceAll('\u001b', '␛')}\n`;

/** Where it is held. */
export const fileOf = (name: string): string => `snapshots/${name.replaceAll(' ', '-')}.txt`;
