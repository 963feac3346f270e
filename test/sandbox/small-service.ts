/** A small service for tests, called without HTTP. */
import type {ServiceOptions} from '../../source/sandbox/engine/durable-world.ts';
import {createService, type Service} from '../../source/sandbox/engine/service.ts';
import {hour, minute} from '../../source/sandbox/world/time.ts';
import {planOf, testDay} from './small-world.ts';

export const testPassword = 'correct horse';

/** A token of a user. Nothing is hashed: a check of the password takes 25 ms of the processor, in every other test. */
export const tokenOf = ({store: {users, tokens}}: Pick<Service, 'store'>, user: string): string => {
	const id = users.credentials(user)?.id;
	if (id === undefined) {
		throw new Error(`no user ${user}`);
	}
	return tokens.issue(id, 12);
};

/** A service with a campaign of each method and a stopped one, signed in; `call` adds the token. */
export const smallService = async (options: ServiceOptions = {}) => {
	const service = await createService({
		seed: 3,
		day: testDay,
		at: 12.5 * hour,
		warmUp: 30 * minute,
		password: testPassword,
		plan: [
			planOf({name: 'Old Stopped', age: 30, state: 'stopped'}),
			planOf({
				name: 'Spring',
				age: 20,
				agents: 12,
				lists: [
					{name: 'Spring A', leads: 3000, active: true, worked: 0.2},
					{name: 'Spring B', leads: 500, active: false, worked: 0},
				],
			}),
			planOf({name: 'Power', age: 15, settings: {method: 'RATIO'}}),
			planOf({name: 'Preview', age: 10, settings: {method: 'MANUAL'}}),
			planOf({name: 'Reminders', age: 5, agents: 0, settings: {method: 'BROADCAST', velocity: 30}}),
			planOf({name: 'Texts', age: 2, agents: 0, settings: {method: 'SMSB', velocity: 30}}),
		],
		...options,
	});
	const token = tokenOf(service, service.user);
	return {
		service,
		world: service.world,
		user: service.user,
		token,
		handle: service.handle,
		/** Moves the world on by so many milliseconds. */
		advance: (milliseconds: number) => service.advanceTo(service.world.now + milliseconds),
		call: async (type: string, params: Record<string, unknown> = {}) =>
			(await service.handle({type, token, ...params})).response,
	};
};
