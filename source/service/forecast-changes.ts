/** Forecasts of changes that were then made: each is compared with what came of it, once the service has taken the change. */
import {isDeepStrictEqual} from 'node:util';
import type {Foreseen} from '../foresight/foresee.ts';
import type {Control, Pending, Phase} from '../model/pending.ts';
import type {State} from '../model/state.ts';
import {minute} from '../model/time.ts';
import type {ForecastRecords} from './forecast-records.ts';

/** A forecast that a question showed. */
export type ShownForecast = {
	control: Control;
	campaignId: string;
	agents: number;
	closesAt: number;
	answer: Foreseen;
	/** When it was shown, by the monotonic clock. */
	at: number;
};

/** A command that did not follow within this time was not given by that question. */
const answeredWithin = 10 * minute;

/** Phases of a command that the service has taken. */
const taken: ReadonlySet<Phase> = new Set(['acknowledged', 'done', 'observed']);

const isOf = ({control, at}: ShownForecast, {command, askedAt}: Pending): boolean =>
	askedAt.mono >= at &&
	command.operation === control.operation &&
	command.target.id === control.target.id &&
	isDeepStrictEqual(command.params, control.params);

export type ChangeForecasts = {
	/** A question shows a forecast. */
	shown(forecast: ShownForecast): void;
	/** Looks whether the service has taken what was asked. */
	see(state: Pick<State, 'commands' | 'now'>): void;
};

export const createChangeForecasts = (records: Pick<ForecastRecords, 'add'>): ChangeForecasts => {
	let open: ShownForecast[] = [];
	let seen: State['commands'] | undefined;
	return {
		shown(forecast) {
			open.push(forecast);
		},
		see({commands, now}) {
			if (open.length === 0 || commands === seen) {
				return;
			}
			seen = commands;
			open = open.filter(forecast => {
				const pending = commands.find(one => isOf(forecast, one));
				if (!pending || !taken.has(pending.phase) || !pending.endedAt) {
					return now.mono - forecast.at < answeredWithin;
				}
				const {campaignId, agents, closesAt, answer} = forecast;
				records.add(
					{
						campaignId,
						at: Math.floor(pending.endedAt.wall),
						ahead: answer.ahead,
						closesAt,
						kind: 'changed',
						agents,
						bands: answer.changed,
						came: {},
						isOver: false,
						isClosed: false,
					},
					Math.floor(now.wall),
				);
				return false;
			});
		},
	};
};
