/** Whether notifications can arrive here, and what to set where they do not. */
import {runInBackground} from '../../system/child.ts';
import {isInTmux, type NotifyChoice, terminalIn, wayOf} from '../../terminal/notification-way.ts';

/** Settings of tmux that decide what arrives; undefined where tmux did not answer, or does not know one. */
export type TmuxSettings = Readonly<Record<(typeof asked)[number], string | undefined>>;

const asked = ['allow-passthrough', 'monitor-bell', 'bell-action'] as const;

/** Milliseconds that tmux has for an answer. */
const longest = 1000;

const settingOf = async (name: string): Promise<string | undefined> => {
	const {end, written} = await runInBackground(['tmux', 'show', '-gv', name], {timeout: longest, mostBytes: 1000})
		.ended;
	const text = written.bytes.toString('utf8').trim();
	return end.kind === 'exited' && end.code === 0 && /^[a-z]+$/.test(text) ? text : undefined;
};

/** What tmux says; undefined outside of it. */
export const tmuxSettings = async (env: NodeJS.ProcessEnv): Promise<TmuxSettings | undefined> => {
	if (!isInTmux(env)) {
		return undefined;
	}
	const values = await Promise.all(asked.map(settingOf));
	return Object.fromEntries(asked.map((name, index) => [name, values[index]])) as TmuxSettings;
};

/** What decides about notifications. */
export type NotifyParts = {
	choice: NotifyChoice;
	/** Whether the configuration has the bell rung. */
	bell: boolean;
	env: NodeJS.ProcessEnv;
	tmux: TmuxSettings | undefined;
};

const wayWords = {osc9: 'OSC 9', osc777: 'OSC 777', osc99: 'OSC 99'} as const;

/** Whether the bell is rung. */
export const rings = ({choice, bell}: Pick<NotifyParts, 'choice' | 'bell'>): boolean => bell && choice !== 'off';

/** How an alert is announced, in a sentence. */
export const howText = (parts: NotifyParts): string => {
	const {choice, env, tmux} = parts;
	const way = wayOf(choice, env);
	const {name} = terminalIn(env);
	const ways = [
		...(way ? [`${wayWords[way]}${tmux ? ' through tmux' : ''}`] : []),
		...(rings(parts) ? ['the bell'] : []),
	];
	const how = ways.length > 0 ? ways.join(' and ') : 'nothing';
	return `alerts are announced by ${how} (notify: ${choice}${choice === 'auto' ? `, for ${name ?? 'a terminal that is not known to show notifications'}` : ''})`;
};

/** What prevents notifications, or may, and what to set; a line each. */
export const adviceLines = (parts: NotifyParts): string[] => {
	const {choice, bell, env, tmux} = parts;
	const way = wayOf(choice, env);
	const passes = tmux?.['allow-passthrough'];
	const marks = tmux?.['monitor-bell'];
	const action = tmux?.['bell-action'];
	return [
		...(choice === 'off' ? ['notify: off announces nothing: notify: auto under alerts in the configuration does'] : []),
		...(choice !== 'off' && !bell ? ['bell: false in the configuration silences the bell'] : []),
		...(choice === 'auto' && !way
			? [
					'if your terminal shows notifications, name its way under alerts in the configuration: notify: osc9, osc777 or osc99',
				]
			: []),
		...(way && tmux && passes !== 'on' && passes !== 'all'
			? [
					`tmux passes nothing on (allow-passthrough is ${passes ?? 'not known to it'}): tmux set -g allow-passthrough on, from tmux 3.3 on`,
				]
			: []),
		...(way && passes === 'on'
			? ['tmux passes on what comes from a window on screen alone: tmux set -g allow-passthrough all, for every window']
			: []),
		...(tmux && marks !== 'on'
			? [
					`tmux does not mark windows by the bell (monitor-bell is ${marks ?? 'not known'}): tmux set -g monitor-bell on`,
				]
			: []),
		...(tmux && (action === 'none' || action === 'current')
			? [`tmux takes no bell of another window (bell-action is ${action}): tmux set -g bell-action any`]
			: []),
		...(way
			? [
					'the terminal and the desktop must allow notifications: see their settings, and whether "do not disturb" is on',
				]
			: []),
	];
};
