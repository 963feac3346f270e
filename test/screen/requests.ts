/** What a screen would ask of a service, and lines of the palette that would. */
import {vi} from 'vitest';
import {type opened, settled} from './sheets/open.ts';

type Screen = ReturnType<typeof opened>;

/** Lines of the palette that ask something of the service, or send something to it. */
export const lines: readonly string[] = [
	'pause 1003',
	'stop 1003',
	'level 1003 2.5',
	'list-off 2001',
	'pause all',
	'dnc add 2125550123',
	'dnc remove 2125550123',
	'test-call 2125550123',
	'text 2125550123 hello',
	'search smith',
	'calls garcia',
	'list 2001',
	'get_list list_id=2001',
	'undo',
	'lists 1003',
	'search filters smith',
	'set aside',
];

/** Everything that the screen asks of the service. */
export const countRequests = (screen: Screen): (() => string[]) => {
	const {monitor} = screen.context();
	if (!monitor) {
		throw new Error('there is no monitor');
	}
	const asked: string[] = [];
	const names = [
		'refresh',
		'signIn',
		'search',
		'readAccounts',
		'read',
		'ask',
		'readSettings',
		'control',
		'setAside',
	] as const;
	for (const name of names) {
		vi.spyOn(monitor, name).mockImplementation(((...given: unknown[]) => {
			asked.push(`${name} ${JSON.stringify(given)}`);
			return Promise.resolve({kind: 'not-sent', reason: 'counted'});
		}) as never);
	}
	for (const name of ['ask', 'choose'] as const) {
		vi.spyOn(monitor.complaints, name).mockImplementation(async subject => {
			asked.push(`complaints.${name} ${JSON.stringify(subject)}`);
		});
	}
	return () => asked.splice(0);
};

/** Says yes to whatever is asked. */
export const confirm = async (screen: Screen): Promise<void> => {
	for (let turn = 0; turn < 5; turn++) {
		const {prompt} = screen.ui.get();
		if (!prompt) {
			return;
		}
		screen.drawn();
		if (prompt.kind === 'type') {
			screen.type(prompt.expected);
			screen.press('enter');
		} else if (prompt.kind === 'ask') {
			screen.type('2125550123');
			screen.press('enter');
		} else if (prompt.kind === 'yes-no') {
			screen.press('y');
		} else {
			screen.press(prompt.kind === 'which' ? '1' : 'enter');
		}
		await settled();
	}
	screen.press('escape');
};
