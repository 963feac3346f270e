/** The live calls that dialtop keeps itself, since call_status_graph may hold only the present. */
import type {Figures} from './wire.ts';

/** Live calls at one poll. */
export type LiveCalls = {
	activeCalls: number | undefined;
	ringing: number | undefined;
	waiting: number | undefined;
	inIvr: number | undefined;
};

/** Points kept of each campaign: enough for the widest chart. */
export const historyLength = 240;

/** Adds the figures of a poll to the history; drops the oldest point. */
export const remember = (history: readonly LiveCalls[], figures: Figures): readonly LiveCalls[] => {
	const {activeCalls, ringing, waiting, inIvr} = figures;
	return [...history.slice(-(historyLength - 1)), {activeCalls, ringing, waiting, inIvr}];
};
