import {mkdtempSync, rmSync} from 'node:fs';
import {cpus, tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {table} from '../table.js';
import {type Rotating, rotate} from './rotations.js';
import {traffic} from './traffic-hour.js';

// Measures log rotations: the resource use and the lost lines. Also measures the memory during an hour of traffic while the
// oldest entries are evicted.
//
//   npm run bench:live -- --rotations 500
//   npm run bench:live -- --only usual,distinct --lines 18000000

const {values} = parseArgs({
	options: {
		rotations: {type: 'string', default: '500'},
		interval: {type: 'string', default: '120'},
		lines: {type: 'string', default: '18000000'},
		held: {type: 'string', default: '1000000'},
		only: {type: 'string', multiple: true, default: ['rename', 'copytruncate', 'usual', 'distinct']},
	},
});

const mebibyte = 1024 * 1024;
const cli = [process.execPath, fileURLToPath(new URL('../../../bundle/cli.cjs', import.meta.url))];

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

async function hour(urls: 'usual' | 'distinct'): Promise<void> {
	const plan = {lines: Number(values.lines), held: Number(values.held), distinctUrls: urls === 'distinct'};
	const taken = await inDirectory(directory => traffic(cli, plan, directory));
	const rows = taken.map(({lines, memory}) => [
		`${(lines / 1e6).toFixed(1)}M`,
		`${Math.round(memory / mebibyte)} MiB`,
	]);
	console.log(
		`An hour of traffic, ${plan.lines} lines (URLs: ${urls}), the newest ${plan.held} held, on the screen\n\n` +
			`${table(['written', 'resident'], rows)}\n`,
	);
}

const wanted = new Set(values.only.flatMap(names => names.split(',')));

console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model ?? process.arch}\n`);
for (const way of ['rename', 'copytruncate'] as const) {
	if (wanted.has(way)) {
		await rotations(way);
	}
}
for (const urls of ['usual', 'distinct'] as const) {
	if (wanted.has(urls)) {
		await hour(urls);
	}
}
