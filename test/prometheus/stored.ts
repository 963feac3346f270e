/** Figures that an engine has stored: a page of the exporter as it changes, and what is asked about it. */
import {once} from 'node:events';
import {createServer} from 'node:http';
import {campaignSelector} from '../../source/metrics/figures-from.ts';
import type {Engine, EngineAnswer} from '../../source/prometheus/client.ts';
import {exported} from '../metrics/make.ts';
import {campaign, campaignsPolled, dashboardPolled, live} from '../model/make.ts';

/** The profile, and the campaign. */
export const profile = 'east';
export const id = '1001';
export const name = 'Spring "A" \\ B 漢';

/** The figures of a campaign at a first poll, and at a second. */
export const figures = [
	{
		...{paceMethod: 'PREDICTIVE', paceTempo: '2.4', throttle: '7', callerId: '8005550100', status: 'PLAY'},
		...{agents: 15, ready: 3, onCall: 9, wrapUp: 2, paused: 1, dead: 0, activeAgents: 14},
		...{activeCalls: 13, ringing: 12, waiting: 1, inIvr: 0},
		...{totalLeads: 1000, activeLeads: 900, remainingLeads: 400, recycled: 30, percentComplete: 40.25},
		...{calledToday: 500, answeredToday: 220, humanAnswered: 100, machineAnswered: 120, connectedCalls: 95},
		...{totalCalls: 510, transfers: 4, sales: 3, dropRate: 2.35, dropLimit: 3, remainingTime: 7200},
		...{minutesToday: 12.1, chargeToday: 4.21, minutesMonth: 1200.4, chargeMonth: 310.07},
		...{averageTalk: 41.5, averageWrap: 12.25, averageInterval: 8.75, averageAgents: 13.5},
	},
	{
		...{paceMethod: 'PREDICTIVE', paceTempo: '2.6', throttle: '7', callerId: '8005550100', status: 'PAUSE'},
		...{agents: 16, ready: 4, onCall: 8, wrapUp: 3, paused: 1, dead: 0, activeAgents: 15},
		...{activeCalls: 11, ringing: 9, waiting: 2, inIvr: 0},
		...{totalLeads: 1000, activeLeads: 900, remainingLeads: 390, recycled: 31, percentComplete: 41.5},
		...{calledToday: 523, answeredToday: 231, humanAnswered: 106, machineAnswered: 125, connectedCalls: 100},
		...{totalCalls: 534, transfers: 4, sales: 4, dropRate: 2.83, dropLimit: 3, remainingTime: 7020},
		...{minutesToday: 12.9, chargeToday: 4.5, minutesMonth: 1201.2, chargeMonth: 310.36},
		...{averageTalk: 41.75, averageWrap: 12.5, averageInterval: 8.5, averageAgents: 13.6},
	},
] as const;

/** Serves a page of the exporter, which shows the first poll until the second. Use with `await using`. */
export const startPage = async () => {
	const east = exported(undefined, {profile});
	const see = (seconds: number, of: (typeof figures)[number]): void =>
		east.see(
			live,
			campaignsPolled(seconds, [campaign(id, {name, dialMethod: 'PREDICTIVE', status: of.status})]),
			dashboardPolled(seconds, id, of),
		);
	see(1, figures[0]);
	let page = await east.text(2);
	const server = createServer((_request, response) => {
		response.writeHead(200, {'content-type': 'text/plain; version=0.0.4; charset=utf-8'}).end(page);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	const {port} = server.address() as {port: number};
	return {
		target: `127.0.0.1:${port}`,
		async showSecond() {
			see(3, figures[1]);
			page = await east.text(4);
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise(done => server.close(done));
		},
	};
};

/** UTC milliseconds: a moment with the first poll, and one with the second. */
export type Times = {first: number; second: number};

/** What came of each query. */
export type Answers = {raw: EngineAnswer; dialed: EngineAnswer; builds: EngineAnswer; refused: string};

/** Asks for raw samples at the second moment, for a total over both, for the exporter, and for what cannot be. */
export const askAll = async (engine: Engine, {first, second}: Times): Promise<Answers> => ({
	raw: await engine.query(`${campaignSelector(profile)}[30s]`, {at: second}),
	dialed: await engine.queryRange(`dialtop_campaign_dialed_total{profile="${profile}"}`, {
		from: first,
		to: second,
		step: 1000,
	}),
	builds: await engine.query('dialtop_build_info', {at: second}),
	refused: await engine.query('sum by (', {at: second}).then(
		() => 'nothing was refused',
		error => (error as Error).message.replace(engine.host, 'HOST'),
	),
});
