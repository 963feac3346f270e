/**
 * The service that a slow reader's trials are run against, in a process of its own: what it makes of a fault holds up nobody
 * else. It takes orders from the process that started it.
 */
import {type FaultName, type FaultOptions, startOtherService} from '../../../helpers/other-service.ts';

/** What it can be told to do. */
export type Order = {kind: 'fault'; name?: FaultName; options?: FaultOptions} | {kind: 'take'};

/** What it tells: where it is, that an order is carried out, the polls since they were last taken. */
export type Told = {kind: 'url'; url: string} | {kind: 'done'} | {kind: 'polls'; polls: {at: number; target: string}[]};

const tell = (told: Told): void => {
	process.send?.(told);
};

const service = await startOtherService({campaigns: Number(process.argv[2] ?? 12)});
process.on('disconnect', () => process.exit());
process.on('message', async (order: Order) => {
	if (order.kind === 'fault') {
		await service.setFault(order.name, order.options);
		tell({kind: 'done'});
	} else {
		const polls = service.requests
			.splice(0)
			.filter(({type}) => type === 'get_dashboard_stats')
			.map(({at, target}) => ({at, target}));
		tell({kind: 'polls', polls});
	}
});
tell({kind: 'url', url: service.url});
