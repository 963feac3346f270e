/** A service with little going on in its world, for tests of money over many days. */
import {day} from '../../source/sandbox/world/time.ts';
import {smallService} from './small-service.ts';
import {planOf} from './small-world.ts';

/** The first seeded lead's account: one that is always there. */
export const account = '2026-0000001';

/** Texts of an answer's rows. */
export type Rows = Record<string, string>[];

/** A signed-in service; `need` calls an operation that must succeed. */
export const quietService = async () => {
	const small = await smallService({
		plan: [planOf({state: 'stopped', agents: 0, lists: [{name: 'Few', leads: 20, active: true, worked: 0}]})],
		warmUp: 0,
	});
	const need = async (type: string, params: Record<string, unknown> = {}): Promise<Record<string, unknown>> => {
		const response = await small.call(type, params);
		if (response.success !== 1) {
			throw new Error(`${type}: ${JSON.stringify(response)}`);
		}
		return response;
	};
	return {
		...small,
		need,
		/** Moves the world to the start of each of these days in turn. */
		advanceDays(count: number): void {
			for (let each = 0; each < count; each++) {
				small.advance(day);
			}
		},
		/** Makes a plan of the account: 100.00 in three monthly payments from today, but for what is changed. */
		plan: async (changes: Record<string, unknown> = {}) =>
			String(
				(
					await need('create_payment_plan', {
						accountid: account,
						total_amount: '100.00',
						start_date: '2026-03-31',
						frequency: 'monthly',
						number_of_payments: '3',
						payment_method_token: 'tok_good',
						...changes,
					})
				).plan_id,
			),
		schedules: async (plan_id: string) => (await need('get_schedules', {plan_id})).schedules as Rows,
		details: async (plan_id: string) => (await need('agreement_details', {plan_id})).plan as Record<string, string>,
	};
};
