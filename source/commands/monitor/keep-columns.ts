/** Keeps the columns that were chosen on screen in the configuration. */

import {dashed} from '../../cli/text.ts';
import type {ConfigFile} from '../../config/paths.ts';
import type {UiOptions} from '../../screen/state/options.ts';

/** How columns are written into a configuration; what writes it is loaded when it is asked to. Undefined without a file. */
export const keepColumnsIn = (file: ConfigFile | undefined): UiOptions['keepColumns'] =>
	file && {
		file: file.path,
		async write(columns) {
			const [{keepSetting}, {words}] = await Promise.all([
				import('../../config/keep-setting.ts'),
				import('../configuration/words.ts'),
			]);
			return keepSetting(file.path, {name: 'columns', value: columns.map(dashed)}, words);
		},
	};
