/** What other requests wait for while a large file of leads is uploaded. */
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type Figure, percentile} from './figures.ts';
import type {Program} from './program.ts';
import {post, startSandbox} from './sandbox.ts';

/** Milliseconds that no request waits for another. */
const answerAim = 100;
const rowCount = 100_000;

const leadFile = (): Blob => {
	const rows = Array.from({length: rowCount}, (_, n) => `${2_012_000_000 + n * 37},Ann,Lee ${n},,ann${n}@example.com`);
	return new Blob([['phone_number,first_name,last_name,account_id,email', ...rows].join('\n')]);
};

/** Uploads the file into a database on disk, and asks for a dashboard all the while. */
export const measureUpload = async (program: Program): Promise<Figure[]> => {
	const folder = await mkdtemp(join(tmpdir(), 'dialtop-bench-'));
	try {
		await using sandbox = await startSandbox(program, '--database', join(folder, 'sandbox.db'));
		const {DIALTOP_URL: url = '', DIALTOP_USER: user = '', DIALTOP_PASSWORD: pass = ''} = sandbox.env;
		const token = String((await post(url, {type: 'login_user', user, pass})).token);
		const form = new FormData();
		for (const [name, value] of Object.entries({type: 'upload_file', token, campaign_id: '1014'})) {
			form.set(name, value);
		}
		form.set('file', leadFile(), 'leads.csv');
		const begun = performance.now();
		let took: number | undefined;
		const uploaded = post(url, form).finally(() => {
			took = performance.now() - begun;
		});
		const samples: number[] = [];
		while (took === undefined) {
			const asked = performance.now();
			await post(url, {type: 'get_dashboard_stats', token, campaign_id: '1014'});
			samples.push(performance.now() - asked);
			await sleep(5);
		}
		const {inserted} = await uploaded;
		return [
			{
				name: 'get_dashboard_stats while 100,000 leads are uploaded, 99th percentile',
				unit: 'ms',
				value: percentile(samples, 0.99),
				samples,
				aim: answerAim,
			},
			{name: 'uploading them', unit: 's', samples: [took / 1000], note: `${inserted} inserted`},
		];
	} finally {
		await rm(folder, {recursive: true});
	}
};
