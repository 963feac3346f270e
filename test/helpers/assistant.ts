/** An assistant that starts `dialtop mcp` as a child process, with the client of the protocol's own library. */
import {Client} from '@modelcontextprotocol/sdk/client/index.js';
import {StdioClientTransport} from '@modelcontextprotocol/sdk/client/stdio.js';
import {program} from './monitor.ts';

/** What came of a call: its text, and whether it is an error. */
export type Told = {text: string; isError: boolean};

/** Starts it and signs on. Use with `await using`. */
export const startAssistant = async (args: readonly string[], env: Readonly<Record<string, string | undefined>>) => {
	const defined = Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [program, 'mcp', ...args],
		env: defined,
		stderr: 'pipe',
	});
	const client = new Client({name: 'test', version: '1'});
	/** What came on standard output that is not the protocol's. */
	const errors: Error[] = [];
	client.onerror = error => errors.push(error);
	let stderr = '';
	transport.stderr?.on('data', (data: Buffer) => {
		stderr += data;
	});
	await client.connect(transport);
	return {
		client,
		errors,
		stderr: () => stderr,
		async call(name: string, given: Record<string, unknown> = {}): Promise<Told> {
			const {content, isError} = await client.callTool({name, arguments: given});
			const [first] = content as {text: string}[];
			return {text: first?.text ?? '', isError: isError === true};
		},
		async [Symbol.asyncDispose]() {
			await client.close();
		},
	};
};

/** The lines of an assistant that makes these calls and leaves. */
export const assistantLines = (
	...calls: readonly (readonly [name: string, given: Record<string, unknown>])[]
): string =>
	[
		{
			id: 0,
			method: 'initialize',
			params: {protocolVersion: '2025-06-18', capabilities: {}, clientInfo: {name: 'test', version: '1'}},
		},
		{method: 'notifications/initialized'},
		...calls.map(([name, given], index) => ({
			id: index + 1,
			method: 'tools/call',
			params: {name, arguments: given},
		})),
	]
		.map(message => `${JSON.stringify({jsonrpc: '2.0', ...message})}\n`)
		.join('');
