/** The linter holds the layers: who imports whom. Files that break or keep a rule are linted for real, by our own rules. */
import {spawnSync} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, beforeAll, expect, test} from 'vitest';

const root = new URL('..', import.meta.url).pathname;

const forbidden: [folder: string, imported: string][] = [
	['source/api', '../model/state.ts'],
	['source/api', '../sandbox/server.ts'],
	['source/api', './operations/index.ts'],
	['source/api/operations', '../../monitor/store.ts'],
	['source/api/operations', '../client/dialer.ts'],
	['source/api/client', '../../monitor/store.ts'],
	['source/model', '../monitor/store.ts'],
	['source/model', '../ui/state.ts'],
	['source/model', 'node:fs'],
	['source/model', 'zod'],
	['source/sandbox', '../model/state.ts'],
	['source/sandbox/world', '../../monitor/store.ts'],
	['source/sandbox/world', '../store/store.ts'],
	['source/sandbox/store', '../rules/accounts.ts'],
	['source/sandbox/rules', '../handlers/index.ts'],
	['source/sandbox/handlers', '../service/service.ts'],
	['source/sandbox/faults', '../service/service.ts'],
	['source/sandbox/service', '../server/server.ts'],
	['source/sandbox/server', '../sandbox.ts'],
	['source/sandbox/scenarios', '../store/store.ts'],
	['source/monitor', '../ui/state.ts'],
	['source/monitor', '../sandbox/server.ts'],
	['source/monitor', 'react'],
	['source/monitor', '../control/question.ts'],
	['source/model', '../look/format.ts'],
	['source/look', '../control/question.ts'],
	['source/look', '../ui/state.ts'],
	['source/look', '../monitor/store.ts'],
	['source/look', '../api/dialer.ts'],
	['source/control', '../ui/state.ts'],
	['source/control', '../api/client/dialer.ts'],
	['source/control', 'ink'],
	['source/ui', '../api/client/dialer.ts'],
	['source/ui/panes', '../../sandbox/server.ts'],
	['source/ui', '../commands/monitor.ts'],
	['source/terminal', '../ui/parts/line.tsx'],
	['source/terminal', '../model/state.ts'],
	['source/commands', '../ui/views/main.tsx'],
	['source/commands/steer', '../../ui/state/state.ts'],
	['source/commands/configuration', '../../ui/keys/actions.ts'],
	['source/ui/parts', '../state/state.ts'],
	['source/ui/forms', '../state/state.ts'],
	['source/ui/state', '../screen/context.ts'],
	['source/ui/state', 'react'],
	['source/ui/tables', '../screen/store.ts'],
	['source/ui/screen', '../keys/router.ts'],
	['source/ui/exports', '../keys/actions.ts'],
	['source/ui/keys', '../views/help.tsx'],
	['source/ui/keys', 'ink'],
	['source/ui/panes', '../views/empty.ts'],
	['source/ui/sheets', '../views/main.tsx'],
	['source/ui/views', '../app.tsx'],
	['source/ui/views', '../../sandbox/server.ts'],
	['source/config', '../ui/state.ts'],
	['source/machine', '../config/errors.ts'],
];

const allowed: [folder: string, imported: string][] = [
	['source/api/client', '../operations/index.ts'],
	['source/sandbox', '../api/client/dialer.ts'],
	['source/sandbox', './server/server.ts'],
	['source/sandbox/store', '../world/time.ts'],
	['source/sandbox/handlers', '../rules/accounts.ts'],
	['source/sandbox/world', '../../api/causes.ts'],
	['source/monitor', '../model/state.ts'],
	['source/monitor', '../api/client/dialer.ts'],
	['source/look', '../model/state.ts'],
	['source/look', '../api/words.ts'],
	['source/control', '../model/state.ts'],
	['source/control', '../look/format.ts'],
	['source/ui', '../control/question.ts'],
	['source/ui/parts', '../../terminal/decode.ts'],
	['source/commands', '../terminal/keys.ts'],
	['source/ui/state', '../forms/sheet.ts'],
	['source/ui/keys', '../screen/context.ts'],
	['source/ui/views', '../keys/actions.ts'],
	['source/ui/panes', '../screen/store.ts'],
	['source/ui', './views/main.tsx'],
	['source/ui', '../monitor/store.ts'],
	['source/ui', '../model/state.ts'],
	['source/commands/monitor', '../../ui/state/state.ts'],
];

const cases = [...forbidden, ...allowed];
const nameOf = (folder: string, imported: string): string =>
	join(folder, `case-${cases.findIndex(([a, b]) => a === folder && b === imported)}.ts`);

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

test('model takes nothing of api but types', () => {
	const folder = join(root, 'source/model');
	const sources = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'));
	const ofApi = sources.flatMap(source => source.match(/^(?:import|export) [^;]*? from '[./]*\/api\/[^']*'/gm) ?? []);
	expect(ofApi.length).toBeGreaterThan(0);
	for (const statement of ofApi) {
		expect(statement).toMatch(/^(?:import|export) type \{/);
	}
});
