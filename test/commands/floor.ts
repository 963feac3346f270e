/** A floor of campaigns behind a raw service, which commands change. */
import type {RawAnswers} from '../helpers/raw-service.ts';

/** A campaign of the floor. */
export type FloorCampaign = {
	id: string;
	name: string;
	status?: string;
	/** What its dashboard shows, where that is something else. */
	shown?: string;
	method?: string;
	drop?: string;
	level?: string;
	ringing?: string;
};

const yes = (fields: Record<string, unknown>) => ({response: {success: 1, error: '', ...fields}});

/** The answers of a service with these campaigns, which plays, pauses and updates them. */
export const floorOf = (campaigns: FloorCampaign[]): RawAnswers => {
	const find = (id: string | undefined): FloorCampaign => campaigns.find(one => one.id === id) as FloorCampaign;
	const setting = (name: string, value: string) => ({name, value, options: []});
	return {
		get_campaigns: () =>
			yes({
				campaigns: campaigns.map(({id, name, status = 'PLAY', method = 'RATIO'}) => ({
					...{campaign_id: id, campaign_name: name, display_status: status, dial_method: method},
				})),
			}),
		get_dashboard_stats: ({campaign_id}: Record<string, string>) => {
			const {
				id,
				name,
				status = 'PLAY',
				shown = status,
				drop = '1.00',
				level = '1.5',
				ringing = '3',
			} = find(campaign_id);
			const figures = {percentage_dropped: drop, pace_tempo: level, calls_ringings: ringing, oncalls: '2'};
			return yes({
				dashboard_stats: [
					{...{campaign_id: id, campaign_name: name, display_status: shown, active_calls: '4'}, ...figures},
				],
			});
		},
		get_campaign_settings: ({campaign_id}: Record<string, string>) => {
			const campaign = campaigns.find(({id}) => id === campaign_id);
			if (!campaign) {
				return {response: {success: 0, error: 'No such campaign'}};
			}
			const {method = 'RATIO', level = '1.5'} = campaign;
			return yes({settings: [setting('dial_method', method), setting('autodiallevel', level)]});
		},
		update_campaign: ({campaign_id, autodiallevel}: Record<string, string>) => {
			Object.assign(find(campaign_id), {level: autodiallevel});
			return yes({});
		},
		pause_campaign: ({campaign_id}: Record<string, string>) => {
			Object.assign(find(campaign_id), {status: 'PAUSE', shown: undefined, ringing: '1'});
			return yes({});
		},
	};
};
