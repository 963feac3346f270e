/** The screen: its components, its keys, and what the monitor is asked to watch. */
import {Box, type Instance, render} from 'ink';
import {useEffect, useLayoutEffect, useMemo} from 'react';
import {keyFor} from '../present/keymap.ts';
import type {Terminal} from '../terminal/terminal.ts';
import {playBy} from './actions/look-back.ts';
import {askUser} from './actions/sign-in.ts';
import {
	useAccounts,
	useFilling,
	useForecasts,
	useForesight,
	usePolling,
	useRanks,
	useSettings,
	useSettled,
	useWhatIf,
} from './effects.ts';
import {Body} from './layout/body.tsx';
import {Footer, type FooterProps} from './layout/footer.tsx';
import {Header} from './layout/header.tsx';
import {OutcomeLines} from './layout/outcome.tsx';
import {Tabs, tabsHeight} from './layout/tabs.tsx';
import {TimelineLines, timelineHeight} from './layout/timeline.tsx';
import {maskedStore} from './masked.ts';
import {drawOffscreen} from './offscreen.tsx';
import {drawForOnlookers, type WatchClients} from './onlookers.ts';
import {Line, LookContext} from './parts/line.tsx';
import {createPointer, followAreas} from './pointer.ts';
import {createRouter, type Router} from './router.ts';
import {type RunningStore, type ScreenParts, screenStoreOf} from './running.ts';
import {least, tierOf} from './state/layout.ts';
import {onEach} from './store/context.ts';
import {ScreenContext, shallow, useReport, useStore} from './store/store.ts';

/** What is shown if the terminal is too small. */
function TooSmall({columns, rows}: {columns: number; rows: number}) {
	useReport({});
	return <Line spans={[['text', `too small: ${columns}x${rows}, needs ${least.columns}x${least.rows}`]]} />;
}

/** The screen: header, what the view shows, footer; prompts and outcomes lie over the end of the view. */
export function App(props: FooterProps) {
	const {columns, rows, look, isPast, hasTabs} = useStore(
		({ui: {columns, rows, past, mouse}, look}) => ({columns, rows, look, isPast: past !== undefined, hasTabs: mouse}),
		shallow,
	);
	const above = (isPast ? timelineHeight : 0) + (hasTabs ? tabsHeight : 0);
	const isTiny = tierOf(columns, rows) === 'tiny';
	return (
		<LookContext value={look}>
			<Box flexDirection="column" width={columns} height={rows}>
				{isTiny ? (
					<TooSmall columns={columns} rows={rows} />
				) : (
					<>
						<Header />
						{hasTabs && <Tabs width={columns} />}
						{isPast && <TimelineLines width={columns} />}
						<Body width={columns} height={rows - 2 - above} />
						<OutcomeLines />
						<Footer {...props} />
					</>
				)}
			</Box>
		</LookContext>
	);
}

/** The parts of a running screen. */
type RunningProps = Omit<ScreenParts, 'copy' | 'hand' | 'maskedFrame'> & {
	terminal: Terminal;
	/** Calls back with whether anybody is there to see the terminal, at first and whenever that changes; returns how to stop. */
	watchClients?: WatchClients;
	/** Gets each key before the router does. */
	traced?: ((press: Router['press']) => Router['press']) | undefined;
};

/** Keeps the size of the terminal. */
const useSize = ({terminal: {screen}, ui}: RunningProps): void =>
	useEffect(() => {
		const resized = () => ui.dispatch({type: 'resized', columns: screen.columns, rows: screen.rows});
		screen.on('resize', resized);
		// The terminal may have changed between the first frame and now.
		resized();
		return () => {
			screen.off('resize', resized);
		};
	}, []);

/** Draws nothing while nobody is there; then a question that was open is drawn anew before it can be answered. */
const useOnlookers = (
	{terminal, ui, watchClients}: RunningProps,
	{outOfSight, inSightAgain}: Record<'outOfSight' | 'inSightAgain', () => void>,
): void => {
	useEffect(
		() => watchClients && drawForOnlookers({keys: terminal.keys, screen: terminal.screen, ui, watchClients}),
		[],
	);
	const isUnseen = useStore(({ui}) => ui.unseenSince !== undefined);
	useLayoutEffect(() => (isUnseen ? outOfSight() : inSightAgain()), [isUnseen]);
};

/** Has the terminal report the mouse while it is on. */
const useMouse = ({terminal}: RunningProps, {parts, context}: RunningStore): void => {
	const isOn = useStore(({ui}) => ui.mouse);
	useEffect(() => {
		if (!isOn) {
			return undefined;
		}
		const areas = followAreas(terminal.screen, parts);
		const unlisten = terminal.keys.onMouse(createPointer(context, areas.targetAt));
		terminal.screen.mouse(true);
		return () => {
			terminal.screen.mouse(false);
			unlisten();
			areas.stop();
		};
	}, [isOn]);
};

/** Checks an open question at each change of what it is about. */
const useHeld = ({floors, ui}: RunningProps, router: Router): void =>
	useEffect(() => {
		const stops = floors.map(({store}) =>
			store.subscribe(() => {
				if (ui.get().prompt) {
					router.hold();
				}
			}),
		);
		return () => {
			for (const stop of stops) {
				stop();
			}
		};
	}, []);

/** Asks who signs in as soon as the service wants to know. */
const useSignIn = ({ui}: RunningProps): void => {
	const {signedOut, now} = useStore(shown => {
		const out = onEach(shown).find(({state}) => state.link.kind === 'signed-out' && state.lookingAt === undefined);
		return {signedOut: out?.state.source.profile, now: shown.now};
	}, shallow);
	useEffect(() => {
		const {prompt, sheet} = ui.get();
		const here = signedOut === undefined ? undefined : now().on(signedOut);
		if (here?.state.link.kind !== 'signed-out') {
			return;
		}
		// Keys for another service must not become a name or a password.
		if (here.floors.length > 1 && here.guard.pressedAt() !== undefined) {
			const key = keyFor(here.options.keymap, 'signIn');
			here.announce(`${here.state.source.profile} is signed out${key ? `: ${key} signs in` : ''}`, 'error');
			return;
		}
		// The text that is being typed into a form must not become one either; and nobody signs in from the past.
		if (!prompt && !sheet) {
			askUser(here);
		}
	}, [signedOut]);
};

/** Milliseconds between two steps of the past while it plays. */
const playEvery = 1000;

/** Moves the past on while it plays. */
const usePlaying = (): void => {
	const {speed, now} = useStore(({ui, now}) => ({speed: ui.past?.speed, now}), shallow);
	useEffect(() => {
		if (speed === undefined) {
			return undefined;
		}
		const timer = setInterval(() => playBy(now(), speed * playEvery), playEvery);
		return () => clearInterval(timer);
	}, [speed]);
};

/** Draws nothing: it is apart from the screen, so that what it reads causes no frame. */
function Watching(props: RunningProps) {
	useSignIn(props);
	useRanks();
	useSettled();
	usePlaying();
	usePolling();
	useForecasts();
	useForesight();
	useWhatIf();
	useSettings();
	useAccounts();
	useFilling();
	return null;
}

/** The screen of a running program: it gets keys, and the monitor watches what is on it. */
function Running(props: RunningProps & {screen: RunningStore}) {
	const {terminal, screen} = props;
	const {router, questionDrawn, entered, outOfSight} = useMemo(() => {
		let inSight: {prompt: number; since?: number | undefined} | undefined;
		const questionDrawn = (prompt: number) => {
			const seen: typeof inSight = {prompt};
			inSight = seen;
			terminal.screen.drawn(() => {
				seen.since = performance.now();
			});
			return () => {
				inSight = undefined;
			};
		};
		return {
			router: createRouter({
				context: screen.context,
				drawnAt: number => (inSight?.prompt === number ? inSight.since : undefined),
			}),
			questionDrawn,
			// After another program had the terminal, an open question is drawn again.
			entered: () => {
				if (inSight) {
					questionDrawn(inSight.prompt);
				}
			},
			outOfSight: () => {
				inSight = inSight && {prompt: inSight.prompt};
			},
		};
	}, []);
	useEffect(() => {
		terminal.screen.on('enter', entered);
		return () => {
			terminal.screen.off('enter', entered);
		};
	}, []);
	useEffect(() => terminal.keys.onKey(props.traced?.(router.press) ?? router.press), []);
	useOnlookers(props, {outOfSight, inSightAgain: entered});
	useMouse(props, screen);
	useHeld(props, router);
	useSize(props);
	return (
		<>
			<App onQuestion={questionDrawn} />
			<Watching {...props} />
		</>
	);
}

const unseen = () => (): void => undefined;

/**
 * The whole screen as it is drawn now, with people masked, and not on a terminal.
 *
 * @param tops the first row of each table that is on screen
 */
export const maskedFrame = (parts: ScreenParts, tops?: RunningStore['tops']): string => {
	const store = maskedStore(parts, tops);
	const frame = drawOffscreen(store, <App onQuestion={unseen} />);
	// Nothing of it stays in memory.
	drawOffscreen(store, null);
	return frame;
};

/** Mounts the screen, once for the whole run. */
export const showApp = (props: RunningProps): Instance => {
	const {terminal} = props;
	const parts: ScreenParts = {
		...props,
		copy: terminal.copy,
		hand: terminal.hand,
		maskedFrame: () => maskedFrame(parts, screen.tops),
	};
	const screen = screenStoreOf(parts);
	const app = render(
		<ScreenContext value={screen}>
			<Running {...props} screen={screen} />
		</ScreenContext>,
		props.terminal.ink,
	);
	app.waitUntilExit().catch(props.terminal.crash);
	return app;
};
