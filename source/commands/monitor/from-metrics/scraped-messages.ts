/** The messages that a poller would have sent, of what an exporter's poller had found by each scrape. */
import type {Message} from '../../../model/state.ts';
import type {Moment} from '../../../model/time.ts';
import type {CampaignRecord, Dashboard, Figures} from '../../../model/wire.ts';
import type {Scrape, ScrapedCampaign} from './scrapes.ts';

/** What is remembered of a campaign. */
type Known = {
	/** The scrape that showed it last. */
	at: number;
	record: CampaignRecord;
	/** When the newest figures were asked for, and milliseconds since those before. */
	polledAt: number | undefined;
	gap: number | undefined;
};

/** Why there are no figures; the exporter omits what it could not read anew for three cycles of polls. */
const notFresh = 'the metrics have none that are fresh';

const recordOf = (
	id: string,
	{figures, hasStatus}: ScrapedCampaign,
	before: CampaignRecord | undefined,
): CampaignRecord => ({
	id,
	name: figures.campaignName,
	// A status that is no longer exported is not known anew.
	status: hasStatus ? figures.status : before?.status,
	active: undefined,
	dialMethod: figures.paceMethod,
	created: undefined,
	extra: {},
	unreadable: [],
});

/** The graphs of the service are not exported. */
const dashboardOf = (figures: Figures): Dashboard => ({
	figures,
	calls: undefined,
	agents: undefined,
	leads: undefined,
	liveCalls: undefined,
});

const {compare} = new Intl.Collator('en', {numeric: true});

/** The newest campaign first, as the service lists them: the order of the service is not exported. */
const byId = (one: {id?: string | undefined}, other: {id?: string | undefined}): number =>
	compare(other.id ?? '', one.id ?? '');

/** The middle of some numbers; undefined of none. */
export const median = (numbers: readonly number[]): number | undefined =>
	numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)];

/** Makes messages of scrapes, which come in their order. */
export class ScrapedMessages {
	#campaigns = new Map<string, Known>();
	/** The scrape before. */
	#before = Number.NEGATIVE_INFINITY;

	/** Milliseconds between two polls of a campaign, as far as scrapes have shown them; undefined until they have. */
	get pace(): number | undefined {
		return median([...this.#campaigns.values()].flatMap(({gap}) => gap ?? []));
	}

	/**
	 * The messages of a scrape.
	 *
	 * @param isUp whether the service answered the exporter; if not, no campaign counts as gone
	 * @param momentOf makes a moment of UTC milliseconds by the clock of the engine
	 */
	*of(scrape: Scrape, isUp: boolean, momentOf: (wall: number) => Moment): Generator<Message> {
		const known = new Map<string, Known>();
		const news: Message[] = [];
		for (const [id, campaign] of scrape.campaigns) {
			const before = this.#campaigns.get(id);
			// The clock of an exporter may be ahead.
			const polledAt = campaign.polledAt === undefined ? undefined : Math.min(campaign.polledAt, scrape.at);
			const isNew = polledAt !== undefined && polledAt > (before?.polledAt ?? Number.NEGATIVE_INFINITY);
			const hasNews = isNew && campaign.isFresh;
			known.set(id, {
				at: scrape.at,
				record: recordOf(id, campaign, before?.record),
				polledAt: hasNews ? polledAt : before?.polledAt,
				gap: hasNews && before?.polledAt !== undefined ? polledAt - before.polledAt : before?.gap,
			});
			if (hasNews) {
				const polled = momentOf(polledAt);
				news.push({
					type: 'dashboard-polled',
					campaignId: id,
					span: {sentAt: polled, receivedAt: polled},
					dashboard: dashboardOf(campaign.figures),
				});
			} else if (polledAt !== undefined && !campaign.isFresh) {
				news.push({
					type: 'dashboard-failed',
					campaignId: id,
					failure: {at: momentOf(scrape.at), reason: notFresh},
				});
			}
		}
		for (const [id, one] of this.#campaigns) {
			// An engine may have a part of a scrape before the others: one that lacks a campaign proves nothing.
			if (!known.has(id) && (!isUp || one.at >= this.#before)) {
				known.set(id, one);
			}
		}
		this.#campaigns = known;
		this.#before = scrape.at;
		if (known.size > 0 || isUp) {
			const at = momentOf(scrape.at);
			const records = [...known.values()].map(({record}) => record).sort(byId);
			yield {type: 'campaigns-polled', span: {sentAt: at, receivedAt: at}, records};
		}
		yield* news;
	}
}
