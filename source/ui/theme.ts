/** Roles of text and how a theme paints them. Nothing else names a colour. */

/** What a piece of text is, for the eye. Colour is never the only carrier of a meaning. */
export type Role =
	| 'text'
	| 'strong'
	| 'faint'
	| 'title'
	| 'border'
	| 'border.focus'
	| 'column'
	| 'selected'
	| 'key'
	| 'environment'
	| 'environment.production'
	| 'ok'
	| 'warning'
	| 'error'
	| 'stale'
	| 'pending'
	| 'state.dialing'
	| 'state.paused'
	| 'state.stopped'
	| 'drop.near'
	| 'drop.high'
	| 'agent.ready'
	| 'agent.onCall'
	| 'agent.wrapUp'
	| 'agent.paused'
	| 'agent.dead'
	| 'chart.first'
	| 'chart.second'
	| 'chart.third'
	| 'chart.fourth'
	| 'bar.done'
	| 'bar.rest';

/** SGR parameters of each role; the 16 basic colours, so that every terminal's own palette holds. */
export type Theme = Readonly<Record<Role, string>>;

/** For a dark background. */
export const dark: Theme = {
	text: '',
	strong: '1',
	faint: '2',
	title: '1;36',
	border: '2',
	'border.focus': '36',
	column: '1',
	selected: '7',
	key: '1;36',
	environment: '1;30;46',
	'environment.production': '1;97;41',
	ok: '32',
	warning: '33',
	error: '1;91',
	stale: '2;3',
	pending: '1;33',
	'state.dialing': '32',
	'state.paused': '33',
	'state.stopped': '2',
	'drop.near': '1;33',
	'drop.high': '1;91',
	'agent.ready': '32',
	'agent.onCall': '36',
	'agent.wrapUp': '33',
	'agent.paused': '35',
	'agent.dead': '91',
	'chart.first': '36',
	'chart.second': '32',
	'chart.third': '33',
	'chart.fourth': '35',
	'bar.done': '32',
	'bar.rest': '2',
};

/** Without colours: weight and inverse alone. */
export const mono: Theme = {
	...(Object.fromEntries(Object.keys(dark).map(role => [role, ''])) as Theme),
	strong: '1',
	faint: '2',
	title: '1',
	border: '2',
	'border.focus': '1',
	column: '1',
	selected: '7',
	key: '1',
	environment: '7',
	'environment.production': '1;7',
	error: '1',
	stale: '2',
	pending: '1',
	'drop.near': '1',
	'drop.high': '1;4',
	'chart.second': '1',
	'chart.third': '2',
};

/** Paints with a theme. */
export type Paint = (role: Role, text: string) => string;

/** A painter; text of a role without codes stays as it is. */
export const painter =
	(theme: Theme): Paint =>
	(role, text) => {
		const codes = theme[role];
		return codes === '' || text === '' ? text : `\u001b[${codes}m${text}\u001b[0m`;
	};

/** The look of the screen: how it paints, and whether it may draw lines beyond ASCII. */
export type Look = {paint: Paint; theme: Theme; ascii: boolean};

/** The look of figures that are old: everything in one faint role, charts included. */
export const faded = (look: Look): Look => ({
	...look,
	paint: (_role, text) => look.paint('stale', text),
	theme: Object.fromEntries(Object.keys(look.theme).map(role => [role, look.theme.stale])) as Theme,
});
