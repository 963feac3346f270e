import {renderToString} from 'ink';
import {expect, test} from 'vitest';
import {width} from '../../../source/present/format.ts';
import {LookContext} from '../../../source/screen/parts/line.tsx';
import SmallTable from '../../../source/screen/parts/small-table.tsx';
import {plainLook} from '../make.ts';

test.for(['Retail cards 30+', '春の更新', 'José Núñez', 'e\u0301', '□', ''])('%s is in a table of even rows', text => {
	const lines = renderToString(
		<LookContext value={plainLook}>
			<SmallTable
				rows={[
					['name', text],
					[text, '1204'],
				]}
			/>
		</LookContext>,
	).split('\n');
	expect(lines.filter(line => line.includes(text))).toHaveLength(text === '' ? lines.length : 2);
	expect(new Set(lines.map(width)).size).toBe(1);
});
