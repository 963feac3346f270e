/** What the exporter serves and an engine stores is read back as the same figures. */
import {expect, test} from 'vitest';
import {createEngine} from '../../source/prometheus/client.ts';
import {systemClock} from '../../source/system/clock.ts';
import {hasPrometheus, startPrometheus} from '../helpers/prometheus.ts';
import {expectStored} from './expect-stored.ts';
import {recorded, startReplay} from './replay.ts';
import {storeBoth} from './store-both.ts';
import {askAll, startPage} from './stored.ts';

if (!hasPrometheus) {
	process.stdout.write('skipped: there is no prometheus here; what it answered is read from recorded.json\n');
}

test('from what a Prometheus answered when it was recorded', async () => {
	const exchange = recorded();
	await using server = await startReplay(exchange);
	const engine = createEngine({url: server.url}, systemClock);
	expectStored(await askAll(engine, exchange.times), exchange.times);
	expect(server.asked).toHaveLength(exchange.exchanges.length);
	await engine.close();
});

test.skipIf(!hasPrometheus)('from a real Prometheus', {timeout: 60_000}, async () => {
	await using page = await startPage();
	await using prometheus = await startPrometheus(page.target, 'groups: []\n');
	const times = await storeBoth(page, prometheus.url);
	const engine = createEngine({url: prometheus.url}, systemClock);
	expectStored(await askAll(engine, times), times);
	await engine.close();
});
