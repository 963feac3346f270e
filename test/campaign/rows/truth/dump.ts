import '../../in-process/time.ts';
import {startProgram} from '../../in-process/program.ts';
import {startService} from '../../in-process/service.ts';
import {advance} from '../../in-process/time.ts';

const program = startProgram(120, 40);
await advance(100);
const show = (what: string) => process.stderr.write(`== ${what}\n${program.rows().join('\n')}\n`);
let silent = false;
const service = startService({url: 'http://one.test', campaigns: 3, firstId: '501', fate: () => ({answers: 50, end: silent ? 'silent' : 'whole'}),
	alter(type, body) {
		const stats = (body.response as any)?.dashboard_stats?.[0];
		if (stats) {
			Object.assign(stats, {ready: '1001', oncalls: '1002', wrappingup: '1003', paused: '1004', remaining_leads: '1005', sales: '1006', percentage_dropped: '6'});
		}
	}});
service.state.tokens.add(service.token);
for (const [index, campaign] of service.state.campaigns.entries()) campaign.name = `K${501 + index}`;
await program.open({url: service.url, token: service.token, profile: 'one', environment: 'QA'});
await advance(4000);
show('120');
silent = true;
await advance(20000);
show('120 stale');
await program.resize(80, 24);
await advance(500);
show('80 stale');
await program.type('+');
await advance(1200);
show('80 staged');
await program.type('2');
await advance(1200);
show('80 view 2');
await program.type('7');
await advance(1200);
show('alerts');
await program.type('1');await program.type('w');
await advance(1200);
show('wall 80');
await program.resize(160, 46);
await advance(1200);
show('wall 160');
await program.type('w'); await program.type('p');
await advance(12000);
show('160 frozen');
await program.type('p'); await program.type('2');
await advance(1200);
show('160 view 2');
process.exit();
