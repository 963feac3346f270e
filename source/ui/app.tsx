/** The screen: stores + size + router + layout, and nothing else. */
import {Box, type Instance, render, Text} from 'ink';
import {lazy, memo, Suspense, useEffect, useLayoutEffect, useMemo, useReducer, useRef} from 'react';
import {createGuard} from '../control/answer.ts';
import type {Look} from '../look/theme.ts';
import type {Message, State} from '../model/state.ts';
import type {Monitor} from '../monitor/monitor.ts';
import type {Store} from '../monitor/store.ts';
import {type Context, companyOf} from './context.ts';
import {drawFrame, type FrameMemory, tablesOf} from './frame.ts';
import type {UiOptions} from './options.ts';
import {EditedText, TextField} from './parts/text-field.tsx';
import {takesText} from './prompt.ts';
import {isUrgent} from './redraw.ts';
import {createRouter} from './router.ts';
import type {UiMessage, UiState} from './state.ts';
import {selectedCampaignId} from './table.ts';
import {createKeyPipe} from './terminal/key-pipe.ts';
import type {Terminal} from './terminal/terminal.ts';
import {listsWanted} from './views/lists.ts';

/** What the screen is made of. */
export type AppProps = {
	terminal: Terminal;
	store: Store<State, Message>;
	ui: Store<UiState, UiMessage>;
	/** Nothing until its modules are loaded. */
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

// Loaded with the first details: its hashing would cost every start.
const SmallTable = lazy(() => import('./parts/small-table.tsx'));

/** A row of the screen, drawn again only when its text changed. */
const Row = memo(({text}: {text: string}) => <Text wrap="truncate">{text === '' ? ' ' : text}</Text>);

/** The whole screen. */
export function App({terminal, store, ui, monitor, showing, switchTo, quit}: AppProps) {
	const [, draw] = useReducer((count: number) => count + 1, 0);
	const memory = useRef<FrameMemory>({tops: {}}).current;
	const page = useRef(0);
	const scrollEnd = useRef(0);
	const drawn = useRef<{prompt: number; at: number} | undefined>(undefined);
	const pipe = useMemo(createKeyPipe, []);
	const guard = useMemo(createGuard, []);

	const contextNow = (): Context => {
		const state = store.get();
		const screen = ui.get();
		const {options} = showing();
		return {
			state,
			ui: screen,
			options,
			tables: tablesOf(state, screen, options),
			page: page.current,
			scrollEnd: scrollEnd.current,
			monitor: monitor(),
			guard,
			dispatch: ui.dispatch,
			lock: locked => store.dispatch({type: 'lock', locked}),
			acknowledge: id => store.dispatch({type: 'alert-acknowledged', id}),
			say: (text, tone = 'info') => ui.dispatch({type: 'say', text, tone, at: performance.now()}),
			copy: terminal.copy,
			switchTo,
			now: contextNow,
			quit,
		};
	};

	const router = useMemo(
		() =>
			createRouter({
				context: contextNow,
				toField: pipe.send,
				drawnAt: number => (drawn.current?.prompt === number ? drawn.current.at : undefined),
			}),
		[],
	);

	useEffect(() => {
		let before = store.get();
		const stops = [
			terminal.keys.onKey(router.press),
			ui.subscribe(draw),
			store.subscribe(() => {
				const after = store.get();
				const {prompt: open, sheet} = ui.get();
				if (open && 'controls' in open) {
					router.hold();
				}
				// What is being typed into a form must not become a name or a password.
				if (after.link.kind === 'signed-out' && before.link.kind !== 'signed-out' && !open && !sheet) {
					ui.dispatch({type: 'prompt', prompt: {kind: 'user', value: showing().user}});
				}
				if (isUrgent(before, after)) {
					draw();
				}
				before = after;
			}),
		];
		const resized = () => ui.dispatch({type: 'resized', columns: terminal.screen.columns, rows: terminal.screen.rows});
		terminal.screen.on('resize', resized);
		// The terminal may have changed between the first frame and now.
		resized();
		return () => {
			terminal.screen.off('resize', resized);
			for (const stop of stops) {
				stop();
			}
		};
	}, []);

	const context = contextNow();
	const {look} = showing();
	const frame = drawFrame(context, look, memory);
	page.current = frame.page;
	scrollEnd.current = frame.scrollEnd;

	const {prompt, promptNumber, view} = context.ui;
	useLayoutEffect(() => {
		if (prompt) {
			terminal.screen.drawn(() => {
				if (drawn.current?.prompt !== promptNumber) {
					drawn.current = {prompt: promptNumber, at: performance.now()};
				}
			});
		}
	}, [prompt !== undefined, promptNumber]);

	const {settleOn} = context.tables[view];
	useEffect(() => {
		// Held by its id from the first sight on: a campaign that appears above it must not take its place.
		if (settleOn !== undefined) {
			ui.dispatch({type: 'select', id: settleOn});
		}
	}, [settleOn, view]);

	const selected = selectedCampaignId(context.tables);
	const listsOf = view === 'lists' ? listsWanted(context.ui, selected) : undefined;
	useEffect(() => {
		monitor()?.watch({
			selected,
			visible: new Set(frame.visible),
			lists: listsOf,
		});
	}, [selected, frame.visible.join(), view, listsOf?.campaignId, listsOf?.status, listsOf?.filter, monitor()]);

	const isLive = context.state.link.kind === 'live';
	const settingsOf = view === 'settings' && isLive ? selected : undefined;
	useEffect(() => {
		if (settingsOf !== undefined) {
			void monitor()?.readSettings(settingsOf);
		}
	}, [settingsOf, monitor()]);

	const accountsOf = view === 'accounts' && isLive ? companyOf(context) : undefined;
	useEffect(() => {
		if (accountsOf !== undefined) {
			void monitor()?.readAccounts(accountsOf);
		}
	}, [accountsOf, monitor()]);

	const {input} = frame;
	return (
		<Box flexDirection="column" width={context.ui.columns} height={context.ui.rows}>
			{frame.rows.map((text, index) =>
				input?.row === index && takesText(prompt) ? (
					<Box key="input">
						<Text>{input.label}</Text>
						<TextField
							key={promptNumber}
							keys={pipe}
							value={prompt.value}
							width={input.width}
							{...(prompt.kind === 'password' ? {mask: '•'} : {})}
							{...(prompt.kind === 'ask' && prompt.longest !== undefined ? {maxLength: prompt.longest} : {})}
							onChange={value => ui.dispatch({type: 'typed', value})}
							onSubmit={router.submit}
						/>
					</Box>
				) : input?.row === index && input.edited ? (
					<Box key="edited">
						<Text>{input.label}</Text>
						<EditedText {...input.edited} width={input.width} />
						<Text>{input.after}</Text>
					</Box>
				) : (
					<Row key={index} text={text} />
				),
			)}
			{frame.detail && (
				<Suspense>
					<SmallTable
						area={frame.detail.area}
						rows={frame.detail.detail.rows}
						top={frame.detail.detail.top}
						ascii={look.ascii}
					/>
				</Suspense>
			)}
		</Box>
	);
}

/** Mounts the screen, once for the whole run. */
export const showApp = (props: AppProps): Instance => {
	const app = render(<App {...props} />, props.terminal.ink);
	app.waitUntilExit().catch(props.terminal.crash);
	return app;
};
