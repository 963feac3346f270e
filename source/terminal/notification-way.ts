/** How the terminal at hand shows notifications, as far as the environment names it. */

/** OSC 9 (iTerm2, Ghostty), OSC 777 (urxvt, VTE, foot, WezTerm) or OSC 99 (kitty). */
export const notificationWays = ['osc9', 'osc777', 'osc99'] as const;
export type NotificationWay = (typeof notificationWays)[number];

/** What `notify` of the configuration may be. */
export const notifyChoices = ['auto', ...notificationWays, 'bell', 'off'] as const;
export type NotifyChoice = (typeof notifyChoices)[number];

/** Terminals that show notifications: their name, their way, and what of the environment names them; also behind SSH and tmux. */
const terminals: readonly (readonly [name: string, way: NotificationWay, (env: NodeJS.ProcessEnv) => boolean])[] = [
	['kitty', 'osc99', ({TERM, KITTY_WINDOW_ID}) => TERM === 'xterm-kitty' || Boolean(KITTY_WINDOW_ID)],
	['Ghostty', 'osc9', ({TERM, TERM_PROGRAM}) => TERM === 'xterm-ghostty' || TERM_PROGRAM === 'ghostty'],
	['WezTerm', 'osc777', ({TERM, TERM_PROGRAM}) => TERM === 'wezterm' || TERM_PROGRAM === 'WezTerm'],
	['iTerm2', 'osc9', ({TERM_PROGRAM, LC_TERMINAL}) => TERM_PROGRAM === 'iTerm.app' || LC_TERMINAL === 'iTerm2'],
	['foot', 'osc777', ({TERM = ''}) => /^foot(?:-|$)/.test(TERM)],
	['urxvt', 'osc777', ({TERM = ''}) => TERM.startsWith('rxvt-unicode')],
	['a terminal of VTE', 'osc777', ({VTE_VERSION}) => Boolean(VTE_VERSION)],
];

/** The terminal by its name, and its way; both undefined if it is none that is known to show notifications. */
export const terminalIn = (env: NodeJS.ProcessEnv): {name: string | undefined; way: NotificationWay | undefined} => {
	// GNU screen passes none of them on.
	const found = env.STY ? undefined : terminals.find(([, , isIt]) => isIt(env));
	return {name: found?.[0], way: found?.[1]};
};

/** Whether tmux is between the program and the terminal. */
export const isInTmux = ({TMUX = ''}: NodeJS.ProcessEnv): boolean => TMUX !== '';

/** How the terminal is asked to notify; undefined if it is not. */
export const wayOf = (choice: NotifyChoice, env: NodeJS.ProcessEnv): NotificationWay | undefined =>
	choice === 'auto' ? terminalIn(env).way : notificationWays.find(way => way === choice);
