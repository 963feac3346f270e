import {expect, test} from 'vitest';
import {startEmbeddedSandbox} from '../../source/sandbox/embedded.ts';
import {startSandbox} from '../../source/sandbox/sandbox.ts';

const post = async (url: string, fields: Record<string, string>) => {
	const reply = await fetch(`${url}/api/`, {method: 'POST', body: new URLSearchParams(fields)});
	const {response} = (await reply.json()) as {response: Record<string, unknown>};
	return response;
};

test.each([
	['in a thread of its own', startEmbeddedSandbox],
	['in this thread', startSandbox],
])('a sandbox %s answers the first requests of a monitor, and ends', async (_, start) => {
	const {url, user, password, close} = await start({campaigns: 3, agents: 20, leads: 3000});
	expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
	const {token} = await post(url, {type: 'login_user', user, pass: password ?? ''});
	const {campaigns} = await post(url, {type: 'get_campaigns', token: String(token)});
	const [newest] = campaigns as Record<string, string>[];
	expect(newest?.campaign_name).toBe('Spring Collections');
	const dashboard = await post(url, {
		type: 'get_dashboard_stats',
		token: String(token),
		campaign_id: newest?.campaign_id ?? '',
	});
	expect(dashboard.calls_graph_data).toHaveLength(60);
	await close();
	await expect(post(url, {type: 'get_campaigns'})).rejects.toThrow();
});
