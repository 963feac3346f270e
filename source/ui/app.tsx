/** The screen of a running program: its components, the keys, and what the monitor is asked to watch. */
import {type Instance, render} from 'ink';
import {useEffect, useMemo} from 'react';
import type {Look} from '../look/theme.ts';
import type {Message, State} from '../model/state.ts';
import type {Monitor} from '../monitor/monitor.ts';
import type {Store} from '../monitor/store.ts';
import {useAccounts, usePolling, useSettings, useSettled} from './effects.ts';
import type {UiOptions} from './options.ts';
import {createRouter} from './router.ts';
import {Screen} from './screen.tsx';
import {screenStoreOf} from './screen-store.ts';
import type {UiMessage, UiState} from './state.ts';
import {ScreenContext, type ScreenStore, useStore} from './store.ts';
import {createKeyPipe} from './terminal/key-pipe.ts';
import type {Terminal} from './terminal/terminal.ts';

/** What the screen is made of. */
export type AppProps = {
	terminal: Terminal;
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	/** undefined until its modules are loaded. */
	monitor(): Monitor | undefined;
	/** How the service on screen is shown; another one may be shown in another way. */
	showing(): Showing;
	/** Leaves the service on screen for that of a profile. */
	switchTo(profile: string): void;
	quit(): void;
};

/** How a service is shown. */
export type Showing = {
	look: Look;
	options: UiOptions;
	/** Proposed as the user to sign in as. */
	user: string;
};

/** Keeps the size of the terminal. */
const useSize = ({terminal: {screen}, ui}: AppProps): void =>
	useEffect(() => {
		const resized = () => ui.dispatch({type: 'resized', columns: screen.columns, rows: screen.rows});
		screen.on('resize', resized);
		// The terminal may have changed between the first frame and now.
		resized();
		return () => {
			screen.off('resize', resized);
		};
	}, []);

/** Asks who signs in as soon as the service wants to know. */
const useSignIn = ({ui, store, showing}: AppProps): void => {
	const isSignedOut = useStore(({state}) => state.link.kind === 'signed-out');
	useEffect(() => {
		const {prompt, sheet} = ui.get();
		// What is being typed into a form must not become a name or a password.
		if (isSignedOut && store.get().link.kind === 'signed-out' && !prompt && !sheet) {
			ui.dispatch({type: 'prompt', prompt: {kind: 'user', value: showing().user}});
		}
	}, [isSignedOut]);
};

/** The screen, with its keys. */
function App(props: AppProps & {screen: ScreenStore}) {
	const {terminal, screen} = props;
	const {pipe, router, questionDrawn} = useMemo(() => {
		const pipe = createKeyPipe();
		let drawn: {prompt: number; at: number} | undefined;
		return {
			pipe,
			router: createRouter({
				context: () => screen.get().now(),
				toField: pipe.send,
				drawnAt: number => (drawn?.prompt === number ? drawn.at : undefined),
			}),
			questionDrawn: (prompt: number): void =>
				terminal.screen.drawn(() => {
					if (drawn?.prompt !== prompt) {
						drawn = {prompt, at: performance.now()};
					}
				}),
		};
	}, []);
	useEffect(() => terminal.keys.onKey(router.press), []);
	useSize(props);
	useSignIn(props);
	useSettled();
	usePolling();
	useSettings();
	useAccounts();
	return <Screen keys={pipe} onSubmit={router.submit} onQuestion={questionDrawn} />;
}

/** Mounts the screen, once for the whole run. */
export const showApp = (props: AppProps): Instance => {
	const screen = screenStoreOf({...props, copy: props.terminal.copy});
	const app = render(
		<ScreenContext value={screen}>
			<App {...props} screen={screen} />
		</ScreenContext>,
		props.terminal.ink,
	);
	app.waitUntilExit().catch(props.terminal.crash);
	return app;
};
