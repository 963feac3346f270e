/** Roles of text and how a theme paints them. Nothing else names a colour. */

/** The roles of text. Colour is never the only carrier of a meaning. */
export type Role =
	| 'text'
	| 'strong'
	| 'faint'
	| 'title'
	| 'border'
	| 'border.focus'
	| 'column'
	| 'selected'
	| 'selected.warning'
	| 'selected.error'
	| 'selected.stale'
	| 'key'
	| 'environment'
	| 'environment.production'
	| 'past'
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
	| 'agent.idle'
	| 'agent.onCall'
	| 'agent.wrapUp'
	| 'agent.paused'
	| 'agent.dead'
	| 'chart.first'
	| 'chart.second'
	| 'chart.third'
	| 'chart.fourth'
	| 'bar.done'
	| 'bar.empty'
	| ServiceRole;

/** The colours of services, where several are on screen; their names are there in words too. */
const serviceRoles = ['service.first', 'service.second', 'service.third', 'service.fourth', 'service.fifth'] as const;

type ServiceRole = (typeof serviceRoles)[number];

/** The colour of a service among those on screen. @param index its position, counted from 0 */
export const serviceRole = (index: number): ServiceRole => serviceRoles[index % serviceRoles.length] ?? 'service.first';

/** The roles that keep their colour in the selected row, which is one bar otherwise: trouble, and that figures are old. */
const inSelected: Partial<Record<Role, Role>> = {
	warning: 'selected.warning',
	pending: 'selected.warning',
	'agent.idle': 'selected.warning',
	'drop.near': 'selected.warning',
	error: 'selected.error',
	'drop.high': 'selected.error',
	stale: 'selected.stale',
};

/** The role of a piece of text in the selected row. */
export const selectedRole = (role: Role): Role => inSelected[role] ?? 'selected';

/** SGR parameters of each role; the 16 basic colours, so that every terminal's own palette holds. */
export type Theme = Readonly<Record<Role, string>>;

/** Paints with a theme. */
export type Paint = (role: Role, text: string) => string;

/** A painter; text of a role without codes stays as it is. */
export const painter =
	(theme: Theme): Paint =>
	(role, text) => {
		const codes = theme[role];
		return codes === '' || text === '' ? text : `\u001b[${codes}m${text}\u001b[0m`;
	};

/** What charts in few rows are drawn with, depending on the terminal's font. */
export const chartStyles = ['ascii', 'blocks', 'braille'] as const;
export type ChartStyle = (typeof chartStyles)[number];

/** The look of the screen: how it paints, whether it may draw lines beyond ASCII, and what its charts are made of. */
export type Look = {paint: Paint; theme: Theme; ascii: boolean; charts: ChartStyle};

/** What charts are drawn with: ASCII if everything else is. */
export const chartStyle = ({ascii, charts}: Pick<Look, 'ascii' | 'charts'>): ChartStyle => (ascii ? 'ascii' : charts);

const fadedLooks = new WeakMap<Look, Look>();

/** The look of figures that are old: everything in one faint role, charts included. */
export const faded = (look: Look): Look => {
	const known = fadedLooks.get(look);
	const made: Look = known ?? {
		...look,
		paint: (_role, text) => look.paint('stale', text),
		theme: Object.fromEntries(Object.keys(look.theme).map(role => [role, look.theme.stale])) as Theme,
	};
	fadedLooks.set(look, made);
	return made;
};
