/** Clients that write to a sandbox without pause, remember what was acknowledged, and look whether it is there. */

type Fields = Record<string, unknown>;

/** Carries an operation out; answers what is under `response`. */
export type Call = (type: string, params?: Fields) => Promise<Fields>;

/** One client. */
export type Writer = {
	name: string;
	/** Acknowledged writes so far. */
	acknowledged(): number;
	/** Sends one write after the other; rejects as soon as one is not answered. */
	write(call: Call): Promise<never>;
	/** Acknowledged writes that are not there. */
	lost(call: Call): Promise<string[]>;
};

/** A client that adds rows. */
const adding = (
	type: string,
	paramsOf: (row: number) => Fields,
	finder: (call: Call, rows: number, acknowledged: readonly number[]) => Promise<(row: number) => boolean>,
): Writer => {
	const acknowledged: number[] = [];
	let next = 0;
	return {
		name: type,
		acknowledged: () => acknowledged.length,
		async write(call) {
			for (;;) {
				const row = next++;
				if ((await call(type, paramsOf(row))).success === 1) {
					acknowledged.push(row);
				}
			}
		},
		async lost(call) {
			const isThere = await finder(call, next, acknowledged);
			return acknowledged.filter(row => !isThere(row)).map(row => `${type} ${row}`);
		},
	};
};

/** A client that switches something to and fro. */
const switching = (
	moves: readonly {to: string; type: string; params: Fields}[],
	read: (call: Call) => Promise<unknown>,
): Writer => {
	const name = [...new Set(moves.map(({type}) => type))].join(' and ');
	let count = 0;
	let known: unknown;
	/** What the write asks for that was not answered. */
	let asked: unknown;
	/** Whether it may still be carried out: nothing ended what it was sent to. */
	let isUnderWay = false;
	return {
		name,
		acknowledged: () => count,
		async write(call) {
			for (let turn = 0; ; turn++) {
				const {to, type, params} = moves[turn % moves.length] ?? {to: '', type: '', params: {}};
				asked = to;
				isUnderWay = true;
				const {success} = await call(type, params).finally(() => {
					isUnderWay = false;
				});
				if (success === 1) {
					count++;
					known = to;
				}
				asked = undefined;
			}
		},
		async lost(call) {
			const found = await read(call);
			const isLost = known !== undefined && found !== known && found !== asked;
			const said = `${name}: ${known} was acknowledged, ${asked} asked for, ${found} is there`;
			known = found;
			asked = isUnderWay ? asked : undefined;
			return isLost ? [said] : [];
		},
	};
};

/** What is listed on any page. */
const allPages = async (
	page: (number: number) => Promise<readonly Fields[]>,
	name: string,
): Promise<ReadonlySet<unknown>> => {
	const found = new Set<unknown>();
	for (let number = 1; ; number++) {
		const records = await page(number);
		if (records.length === 0) {
			return found;
		}
		for (const record of records) {
			found.add(record[name]);
		}
	}
};

/** Numbers of one request. */
const leadsAtOnce = 80;
const phoneOf = (area: number, row: number): string => `${area}${2_000_000 + row}`;

/** A client of each kind, for the cast of two campaigns. */
export const createWriters = (): Writer[] => [
	adding(
		'add_account',
		row => ({account: {company_id: 1, accountid: `K-${row}`, first_name: 'Kim', last_name: 'Crash'}}),
		async call => {
			const ids = await allPages(
				async page => (await call('fetch_accounts', {company_id: 1, page, limit: 1000})).accounts as Fields[],
				'accountid',
			);
			return row => ids.has(`K-${row}`);
		},
	),
	adding(
		'add_leads',
		row => ({list_id: 50001, phones: phoneOf(212, row), first_name: 'Lee'}),
		async (call, _, acknowledged) => {
			const missing = new Set<number>();
			for (let from = 0; from < acknowledged.length; from += leadsAtOnce) {
				const rows = acknowledged.slice(from, from + leadsAtOnce);
				const phones = rows.map(row => phoneOf(212, row)).join(',');
				// A list takes a number once: what it takes now was not there. It does not say which.
				const {added} = await call('add_leads', {list_id: 50001, phones});
				for (const row of added === 0 || added === '0' ? [] : rows) {
					missing.add(row);
				}
			}
			return row => !missing.has(row);
		},
	),
	adding(
		'add_dnc',
		row => ({phone_number: phoneOf(213, row)}),
		async call => {
			const phones = await allPages(
				async page => (await call('get_dncs', {page, limit: 1000})).dncs as Fields[],
				'phone_number',
			);
			return row => phones.has(phoneOf(213, row));
		},
	),
	adding(
		'send_text_message',
		row => ({to: phoneOf(214, row), message: `Message ${row}`}),
		async call => {
			const bodies = await allPages(
				async page => (await call('retrieve_sent_messages', {page})).messages as Fields[],
				'body',
			);
			return row => bodies.has(`Message ${row}`);
		},
	),
	switching(
		['N', 'Y'].map(status => ({to: status, type: 'change_status', params: {list_id: 50002, status}})),
		async call => ((await call('get_list', {list_id: 50002})).list as Fields).status,
	),
	switching(
		[
			{to: 'PAUSE', type: 'pause_campaign', params: {campaign_id: 1002}},
			{to: 'PLAY', type: 'play_campaign', params: {campaign_id: 1002}},
		],
		async call =>
			((await call('get_campaigns')).campaigns as Fields[]).find(({campaign_id}) => campaign_id === '1002')
				?.display_status,
	),
];
