/**
 * A process of its own for services that are not our sandbox, with so many campaigns each, whose figures move every second. Prints
 * their addresses, one a line.
 */
import {startOtherService} from '../helpers/other-service.ts';

const [campaigns = 50, count = 1] = process.argv.slice(2).map(Number);
const services = await Promise.all(
	Array.from({length: count}, () => startOtherService({campaigns, token: 'a token of the benchmark', keepAlive: true})),
);

/** A whole number that moves with time, and is another for each campaign. */
const moving = (second: number, campaign: number, most: number): string =>
	String(Math.floor((Math.sin(second / 7 + campaign) + 1) * (most / 2)));

let second = 0;
setInterval(() => {
	second++;
	for (const {requests, state} of services) {
		requests.length = 0;
		for (const [index, campaign] of state.campaigns.entries()) {
			campaign.state = 'dialing';
			campaign.figures = {
				called_today: String(1310 + second * 3),
				human_answered_calls: String(380 + second),
				remaining_leads: String(19_000 - second),
				calls_ringings: moving(second, index, 14),
				active_calls: moving(second, index, 20),
				calls_waiting: moving(second, index * 2, 2),
				ready: moving(second, index * 3, 4),
				oncalls: moving(second, index * 5, 6),
				wrappingup: moving(second, index * 7, 2),
			};
		}
	}
}, 1000);
process.stdout.write(services.map(({url}) => `${url}\n`).join(''));
