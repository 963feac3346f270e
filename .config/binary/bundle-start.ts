/** Bundles the start of the single executable. */
import {build, type Plugin} from 'esbuild';

/** Writes it to `outfile`, as CommonJS for the Node that runs this. */
export const bundleStart = async (outfile: string, plugins: Plugin[] = []): Promise<void> => {
	await build({
		absWorkingDir: new URL('../..', import.meta.url).pathname,
		entryPoints: ['.config/binary/start.ts'],
		outfile,
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: `node${process.versions.node}`,
		minify: true,
		logLevel: 'warning',
		plugins,
	});
};
