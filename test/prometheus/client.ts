/** A client of an engine on loopback, on a clock that a test moves. */
import {createEngine, type Engine, type EngineSettings} from '../../source/prometheus/client.ts';
import {type Answering, startEngine} from './engine.ts';

/** A moment, UTC milliseconds. */
export const noon = Date.UTC(2026, 10, 26, 12);

/** A clock at a moment, which stays there until a test moves it. */
export const clockAt = (wall: number) => {
	const moment = {wall, mono: 0};
	return {
		now: () => ({...moment}),
		pass(milliseconds: number) {
			moment.wall += milliseconds;
			moment.mono += milliseconds;
		},
	};
};

/** An engine of these answers, and its client. */
export const connect = async (answering: Answering, settings: Partial<EngineSettings> = {}) => {
	const server = await startEngine(answering);
	const clock = clockAt(noon);
	const engine: Engine = createEngine({url: server.url, env: process.env, ...settings}, clock);
	return {
		...server,
		engine,
		clock,
		async [Symbol.asyncDispose]() {
			await engine.close();
			await server[Symbol.asyncDispose]();
		},
	};
};
