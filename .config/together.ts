/** Runs scripts of package.json at once (`node .config/together.ts lint types`), prints what each wrote once it has ended, and fails if one failed. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';

const run = async (script: string): Promise<boolean> => {
	const child = spawn('npm', ['run', '--silent', script], {stdio: ['ignore', 'pipe', 'pipe']});
	const written: Buffer[] = [];
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (bytes: Buffer) => written.push(bytes));
	}
	const [code] = await once(child, 'close');
	process.stdout.write(`${script}: ${code === 0 ? 'passed' : 'failed'}\n`);
	process.stdout.write(Buffer.concat(written));
	return code === 0;
};

const ends = await Promise.all(process.argv.slice(2).map(run));
process.exitCode = ends.every(Boolean) ? 0 : 1;
