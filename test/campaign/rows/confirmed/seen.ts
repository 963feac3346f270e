/** What services in this process said, to a judge and to whoever looks into a failure. */
import type {Program} from '../../in-process/program.ts';
import type {Service} from '../../in-process/service.ts';
import type {Evidence} from './judge.ts';

/** The name of a campaign or list in what a monitor was told last by a moment; undefined if it was not in it. */
export const namesOf =
	({delivered}: Service, token: string): Evidence['namesAt'] =>
	(at, {kind, id}) => {
		if (kind !== 'campaign' && kind !== 'list') {
			return undefined;
		}
		let newest = Number.NEGATIVE_INFINITY;
		let name: string | undefined;
		for (const one of delivered) {
			if (one.type === `get_${kind}s` && one.fields.token === token && one.at <= at && one.sentAt >= newest) {
				const {response = {}} = one.body as {response?: Record<string, Record<string, string>[]>};
				const record = response[`${kind}s`]?.find(found => found[`${kind}_id`] === id);
				name = record?.[`${kind}_name`];
				newest = one.sentAt;
			}
		}
		return name === undefined ? undefined : new Set([name]);
	};

/** What a program saw of some services, in the order of time: CAMPAIGN_TRIAL=8 runs that sitting alone. */
export const traceOf = (
	{frames, inputs}: Pick<Program, 'frames' | 'inputs'>,
	services: readonly Service[],
	token: string,
): string =>
	[
		...services.flatMap(({url, delivered}) =>
			delivered
				.filter(({type, fields}) => (type === 'get_campaigns' || type === 'get_lists') && fields.token === token)
				.map(
					({at, type, sentAt, body}) =>
						[at, `${url} said ${type}, asked at ${sentAt} ${JSON.stringify(body)}`] as const,
				),
		),
		...frames.map(({at, rows}) => [at, `shown\n${rows.map(row => `    |${row}`).join('\n')}`] as const),
		...inputs.map(({at, bytes}) => [at, `typed ${JSON.stringify(bytes)}`] as const),
		...services.flatMap(({url, arrived}) =>
			arrived.map(
				({at, type, fields}) =>
					[
						at,
						`arrived at ${url}${fields.token === token ? '' : ' of another'} ${type} ${JSON.stringify(fields)}`,
					] as const,
			),
		),
	]
		.toSorted(([one], [other]) => one - other)
		.map(([at, what]) => `${at} ${what}`)
		.join('\n');
