/** The linter holds the layers: who imports whom. Files that break or keep a rule are linted for real, by our own rules. */
import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';

const root = new URL('..', import.meta.url).pathname;

const forbidden: [folder: string, imported: string][] = [
	['source/wire', '../model/state.ts'],
	['source/wire', '../sandbox/server.ts'],
	['source/wire', './operations/index.ts'],
	['source/wire/operations', '../../service/store.ts'],
	['source/wire/operations', '../client/dialer.ts'],
	['source/wire/client', '../../service/store.ts'],
	['source/model', '../service/store.ts'],
	['source/model', '../alerts/rules.ts'],
	['source/alerts', '../service/session.ts'],
	['source/alerts', '../present/format.ts'],
	['source/model', '../screen/state.ts'],
	['source/model', 'node:fs'],
	['source/model', 'zod'],
	['source/sandbox', '../model/state.ts'],
	['source/sandbox/world', '../../service/store.ts'],
	['source/sandbox/world', '../store/store.ts'],
	['source/sandbox/store', '../rules/accounts.ts'],
	['source/sandbox/rules', '../handlers/index.ts'],
	['source/sandbox/handlers', '../engine/service.ts'],
	['source/sandbox/faults', '../engine/service.ts'],
	['source/sandbox/engine', '../server/server.ts'],
	['source/sandbox/server', '../sandbox.ts'],
	['source/sandbox/scenarios', '../store/store.ts'],
	['source/audit', '../service/session.ts'],
	['source/recording', '../service/session.ts'],
	['source/recording', '../sandbox/store/store.ts'],
	['source/model', '../recording/recording.ts'],
	['source/present', '../recording/recording.ts'],
	['source/report', '../audit/read.ts'],
	['source/report', '../recording/recording.ts'],
	['source/report', 'node:fs'],
	['source/metrics', '../service/poller.ts'],
	['source/metrics', '../present/format.ts'],
	['source/service', '../metrics/pages.ts'],
	['source/prometheus', '../service/poller.ts'],
	['source/prometheus', '../metrics/pages.ts'],
	['source/model', '../prometheus/client.ts'],
	['source/backfill', '../service/past.ts'],
	['source/recording', '../backfill/units.ts'],
	['source/service', '../backfill/units.ts'],
	['source/screen', '../prometheus/client.ts'],
	['source/present', '../metrics/pages.ts'],
	['source/service', '../screen/state.ts'],
	['source/service', '../sandbox/server.ts'],
	['source/service', 'react'],
	['source/service', '../steering/question.ts'],
	['source/model', '../present/format.ts'],
	['source/present', '../steering/question.ts'],
	['source/present', '../screen/state.ts'],
	['source/present', '../service/store.ts'],
	['source/present', '../wire/dialer.ts'],
	['source/steering', '../screen/state.ts'],
	['source/steering', '../wire/client/dialer.ts'],
	['source/steering', 'ink'],
	['source/screen', '../wire/client/dialer.ts'],
	['source/screen/parts', '../../sandbox/server.ts'],
	['source/screen', '../commands/monitor.ts'],
	['source/terminal', '../screen/parts/line.tsx'],
	['source/terminal', '../model/state.ts'],
	['source/commands', '../screen/layout/main.tsx'],
	['source/commands/steer', '../../screen/state/state.ts'],
	['source/commands/connect', '../../screen/keys/actions.ts'],
	['source/screen/parts', '../state/state.ts'],
	['source/screen/parts', '../sheets/press.ts'],
	['source/screen/state', '../store/context.ts'],
	['source/screen/state', '../sheets/answer/answer.ts'],
	['source/screen/state', '../views.ts'],
	['source/screen/state', 'react'],
	['source/screen/store', '../views/accounts/rows.ts'],
	['source/screen/store', '../actions/ask.ts'],
	['source/screen/store', '../views.ts'],
	['source/screen/actions', '../sheets/form/open.ts'],
	['source/screen/actions', '../views/complaint/rows.ts'],
	['source/screen/actions', '../keys/actions.ts'],
	['source/screen/actions', '../layout/help.tsx'],
	['source/screen/actions', 'ink'],
	['source/screen/views/a/rows.ts', '../../store/store.ts'],
	['source/screen/views/b/rows.ts', './actions.ts'],
	['source/screen/views/c/rows.ts', './view.tsx'],
	['source/screen/views/d/rows.ts', '../../sheets/form/open.ts'],
	['source/screen/views/a/actions.ts', './view.tsx'],
	['source/screen/views/b/actions.ts', '../../keys/actions.ts'],
	['source/screen/views/c/actions.ts', '../../sheets/palette/entries.ts'],
	['source/screen/views/a/view.tsx', '../../layout/main.tsx'],
	['source/screen/views/b/view.tsx', '../../app.tsx'],
	['source/screen/views/e/view.tsx', '../../keys/hints.ts'],
	['source/screen/views', '../../sandbox/server.ts'],
	['source/screen/exports', '../keys/actions.ts'],
	['source/screen/exports', '../actions/ask.ts'],
	['source/screen/keys', '../router.ts'],
	['source/screen/keys', '../sheets/palette/entries.ts'],
	['source/screen/keys', '../layout/help.tsx'],
	['source/screen/keys', '../views/board/view.tsx'],
	['source/screen/keys', 'ink'],
	['source/screen/sheets/answer/a.tsx', '../../layout/main.tsx'],
	['source/screen/sheets/form/a.ts', '../../keys/actions.ts'],
	['source/screen/sheets/palette', '../../router.ts'],
	['source/screen/sheets/palette/a.tsx', '../press.ts'],
	['source/screen/layout/a.tsx', '../app.tsx'],
	['source/screen', './layout/help.tsx'],
	['source/config', '../screen/state.ts'],
	['source/system', '../config/errors.ts'],
];

const allowed: [folder: string, imported: string][] = [
	['source/wire/client', '../operations/index.ts'],
	['source/sandbox', '../wire/client/dialer.ts'],
	['source/sandbox', './server/server.ts'],
	['source/sandbox/store', '../world/time.ts'],
	['source/sandbox/handlers', '../rules/accounts.ts'],
	['source/sandbox/world', '../../wire/causes.ts'],
	['source/service', '../model/state.ts'],
	['source/service', '../wire/client/dialer.ts'],
	['source/service', '../recording/recording.ts'],
	['source/recording', '../model/state.ts'],
	['source/recording', '../audit/mask.ts'],
	['source/alerts', '../model/state.ts'],
	['source/present', '../alerts/rules.ts'],
	['source/present', '../model/state.ts'],
	['source/present', '../wire/words.ts'],
	['source/report', '../present/format.ts'],
	['source/report', '../alerts/rules.ts'],
	['source/metrics', '../alerts/rules.ts'],
	['source/metrics', '../config/yaml.ts'],
	['source/prometheus', '../config/engine.ts'],
	['source/service', '../prometheus/client.ts'],
	['source/backfill', '../metrics/figures-from.ts'],
	['source/steering', '../model/state.ts'],
	['source/steering', '../present/format.ts'],
	['source/screen', '../steering/question.ts'],
	['source/screen/parts', '../../terminal/decode.ts'],
	['source/commands', '../terminal/keys.ts'],
	['source/screen/store', '../state/tables.ts'],
	['source/screen/actions', '../store/context.ts'],
	['source/screen/keys', '../views/log/actions.ts'],
	['source/screen/keys', '../actions/look-back.ts'],
	['source/screen/sheets/palette', '../../keys/actions.ts'],
	['source/screen/sheets', './palette/entries.ts'],
	['source/screen/views/d/actions.ts', '../../actions/ask.ts'],
	['source/screen/views/e/rows.ts', '../../../present/actions.ts'],
	['source/screen/views/c/view.tsx', './actions.ts'],
	['source/screen/views/d/view.tsx', '../../store/store.ts'],
	['source/screen/layout/b.tsx', '../views/log/view.tsx'],
	['source/screen/app.tsx', './layout/body.tsx'],
	['source/screen', './views/log/rows.ts'],
	['source/screen', '../service/store.ts'],
	['source/screen', '../model/state.ts'],
	['source/commands/monitor', '../../screen/state/state.ts'],
];

const cases = [...forbidden, ...allowed];
const nameOf = (folder: string, imported: string): string =>
	/\.tsx?$/.test(folder)
		? folder
		: join(folder, `case-${cases.findIndex(([a, b]) => a === folder && b === imported)}.ts`);

let house: string;
let refused: Set<string>;

beforeAll(() => {
	house = mkdtempSync(join(tmpdir(), 'dialtop-lint-'));
	for (const file of ['.biome.json', '.gitignore', 'package.json']) {
		cpSync(join(root, file), join(house, file));
	}
	for (const [folder, imported] of cases) {
		const file = join(house, nameOf(folder, imported));
		mkdirSync(dirname(file), {recursive: true});
		writeFileSync(file, `import * as it from '${imported}';\n\nexport const x = it;\n`);
	}
	const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
	const {stdout} = spawnSync(process.execPath, [biome, 'lint', '--reporter=json', '--max-diagnostics=none', 'source'], {
		cwd: house,
		encoding: 'utf8',
	});
	const report = JSON.parse(stdout) as {diagnostics: {category: string; location: {path: string}}[]};
	refused = new Set(
		report.diagnostics
			.filter(({category}) => category === 'lint/style/noRestrictedImports')
			.map(({location}) => location.path),
	);
});

afterAll(() => {
	rmSync(house, {recursive: true});
});

test.for(forbidden)('%s may not import %s', ([folder, imported]) => {
	expect(refused).toContain(nameOf(folder, imported));
});

test.for(allowed)('%s may import %s', ([folder, imported]) => {
	expect(refused).not.toContain(nameOf(folder, imported));
});

test('model takes nothing of wire but types', () => {
	const folder = join(root, 'source/model');
	const sources = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'));
	const ofWire = sources.flatMap(source => source.match(/^(?:import|export) [^;]*? from '[./]*\/wire\/[^']*'/gm) ?? []);
	expect(ofWire.length).toBeGreaterThan(0);
	for (const statement of ofWire) {
		expect(statement).toMatch(/^(?:import|export) type \{/);
	}
});
