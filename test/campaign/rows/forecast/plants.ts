/** Forecasts that do what they must not; the row must find each. */
import type {Foresight} from '../../../../source/service/foresight.ts';
import {advance} from '../../in-process/time.ts';
import type {Step} from './hands.ts';
import {type Plant, setBack} from './run.ts';

const typed = (bytes: string, wait: number): Step => ({bytes, wait});

/** A question of the first campaign, whose forecast arrives after 300 ms, and that is answered after so many more. */
const asked = (key: string, answer: number): Step[] => [
	typed('g', 600),
	typed(key, 300),
	{arrives: true, wait: answer},
	typed('y', 600),
];

const again: Step[] = [
	...[typed('g', 600), typed('P', 300)],
	...[{arrives: true, wait: 300} as Step, typed('n', 500), typed('j', 300), typed('P', 900)],
];

const set: Step[] = [
	...[typed('g', 600), {fault: 'clock back', of: 0, wait: 4500} as Step, typed('P', 300)],
	{arrives: true, wait: 300},
];

const whatIf: Step[] = [
	...[typed('g', 600), typed('f', 300)],
	...[{arrives: true, wait: 600} as Step, {arrives: true, wait: 600} as Step],
];

type Planted = {scene: Step[]; plant: Plant; finds: RegExp};

const changed =
	(change: (own: Foresight) => Partial<Foresight>) =>
	(own: Foresight): Foresight => ({...own, ...change(own)});

export const plants: Readonly<Record<string, Planted>> = {
	'that closes the question': {
		scene: asked('P', 300),
		plant: {
			onArrival: async ({program}) => program.inner.ui.dispatch({type: 'close-prompt'}),
		},
		finds: /^with forecasts arrived ; without them \d+ \["pause_campaign/,
	},
	'that answers the question': {
		scene: asked('P', 300).slice(0, -1),
		plant: {
			onArrival: async ({program}, control) => {
				void program.inner.monitor()?.control(control);
				await advance(300);
			},
		},
		finds: /^with forecasts arrived \d+ \["pause_campaign/,
	},
	'that asks the question anew': {
		scene: asked('P', 150),
		plant: {
			onArrival: async ({program: {inner}}) => {
				const {prompt} = inner.ui.get();
				if (prompt) {
					inner.ui.dispatch({type: 'prompt', prompt: {...prompt}});
				}
			},
		},
		finds: /^with forecasts arrived ; without them \d+ \["pause_campaign/,
	},
	'of another campaign': {
		scene: asked('P', 300),
		plant: {
			foresight: changed(own => ({
				ask: (state, control, onReady) =>
					own.ask(state, {...control, params: {campaign_id: '1002'}, target: {...control.target, id: '1002'}}, onReady),
			})),
		},
		finds: /^the simulation had not said of it "Likely/,
	},
	'of another change': {
		scene: [typed('+', 100), ...asked('E', 300)],
		plant: {
			foresight: changed(own => ({
				ask: (state, control, onReady) =>
					own.ask(state, {...control, params: {...control.params, autodiallevel: '3.5'}}, onReady),
			})),
		},
		finds: /^the simulation had not said of it "Likely/,
	},
	'of the question before': {
		scene: again,
		plant: (() => {
			let first: ReturnType<Foresight['ask']> | undefined;
			return {
				foresight: changed(own => ({
					ask: (state, control, onReady) => {
						first ??= own.ask(state, control, onReady);
						return first;
					},
				})),
			};
		})(),
		finds: /^the simulation had not said of it "Likely/,
	},
	'without a band': {
		scene: asked('P', 300),
		plant: {
			foresight: changed(own => ({
				ask: async (state, control, onReady) => {
					const answer = await own.ask(state, control, onReady);
					if (answer && 'changed' in answer) {
						const {dropAtClose} = answer.changed;
						Object.assign(dropAtClose, {low: Number.NaN, high: Number.NaN});
					}
					return answer;
				},
			})),
		},
		finds: /^a figure has no band/,
	},
	'of a clock that was set': {
		scene: set,
		plant: {
			recording: own =>
				own && {
					...own,
					rows(stream, period) {
						const {tier, rows} = own.rows(stream, {...period, to: period.to + 3_600_000});
						const polled = rows.toSorted((one, other) => one.seq - other.seq);
						const set = polled.findIndex(({at}, index) => at < (polled[index - 1]?.at ?? 0));
						// As if the rows of before had the times of the clock of now.
						return {
							tier,
							rows: polled.map((row, index) => (index < set ? {...row, at: row.at + setBack} : row)),
						};
					},
				},
		},
		finds: /^it is of figures from a clock that was set/,
	},
	'of another campaign, in a what-if': {
		scene: whatIf,
		plant: {
			foresight: changed(own => ({
				whatIf: (state, tried, onReady) => own.whatIf(state, {...tried, campaignId: '1002'}, onReady),
			})),
		},
		finds: /^the simulation had not said of 1001/,
	},
	'without a band, in a what-if': {
		scene: whatIf,
		plant: {
			foresight: changed(own => ({
				whatIf: (state, tried, onReady) =>
					own.whatIf(state, tried, answer => {
						if ('points' in answer) {
							for (const {dropAtClose} of answer.points) {
								Object.assign(dropAtClose, {low: Number.NaN, high: Number.NaN});
							}
						}
						onReady(answer);
					}),
			})),
		},
		finds: /^a figure has no band/,
	},
	'that goes on when nothing is asked': {
		scene: [typed('g', 600), typed('P', 300), typed('n', 300)],
		plant: {
			thread: own => ({
				...own,
				callOff: () => undefined,
				get isBusy() {
					return own.isBusy;
				},
			}),
		},
		finds: /^the thread goes on/,
	},
};
