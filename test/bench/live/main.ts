import {mkdtempSync, rmSync} from 'node:fs';
import {cpus, tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {table} from '../table.js';
import {type Rotating, rotate} from './rotations.js';

// What rotations cost and lose: npm run bench:live -- --rotations 500

const {values} = parseArgs({
	options: {
		rotations: {type: 'string', default: '500'},
		interval: {type: 'string', default: '120'},
		only: {type: 'string', multiple: true, default: ['rename', 'copytruncate']},
	},
});

const mebibyte = 1024 * 1024;
const cli = [process.execPath, fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url))];

async function inDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
	const directory = mkdtempSync(join(tmpdir(), 'reqscope-live-'));
	try {
		return await work(directory);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

async function rotations(way: Rotating['way']): Promise<void> {
	const plan = {way, rotations: Number(values.rotations), rate: 5000, interval: Number(values.interval)};
	const {written, lost, twice, figures, notices} = await inDirectory(directory =>
		rotate(cli, plan, directory),
	);
	const rows = figures.map(({rotations: done, memory, descriptors, cpu}) => [
		`${done}`,
		`${Math.round(memory / mebibyte)} MiB`,
		`${descriptors}`,
		`${cpu.toFixed(1)} s`,
	]);
	console.log(
		`${plan.rotations} rotations (${way}, one every ${plan.interval} ms) while ${plan.rate} lines a second are written\n\n` +
			`${table(['rotations', 'memory', 'descriptors', 'processor time'], rows)}\n\n` +
			`${written} lines written, ${lost} lost, ${twice} twice, ${notices.length} notices\n`,
	);
}

console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? process.arch}\n`);
for (const way of ['rename', 'copytruncate'] as const) {
	if (values.only.includes(way)) {
		await rotations(way);
	}
}
