import {mkdtempSync, rmSync} from 'node:fs';
import {cpus, tmpdir} from 'node:os';
import {join} from 'node:path';
import process from 'node:process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';
import {found} from '../counters.js';
import {table} from '../table.js';
import {load, type Watcher} from './load.js';
import {type Rotating, rotate} from './rotations.js';

// What watching costs: npm run bench:live -- --seconds 60 --rotations 500

const {values} = parseArgs({
	options: {
		seconds: {type: 'string', default: '60'},
		rotations: {type: 'string', default: '500'},
		interval: {type: 'string', default: '120'},
		only: {type: 'string', multiple: true, default: ['idle', 'busy', 'rename', 'copytruncate']},
	},
});

const mebibyte = 1024 * 1024;
const cli = [process.execPath, fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url))];

function watchers(): readonly Watcher[] {
	const [node = '', ...script] = cli;
	const all: Watcher[] = [{name: 'reqscope', command: logs => [node, ...script, ...logs]}];
	const lnav = found('lnav');
	if (lnav !== null) {
		all.push({name: 'lnav', command: logs => [lnav, ...logs]});
	}
	const goaccess = found('goaccess');
	if (goaccess !== null) {
		all.push({name: 'goaccess', command: logs => [goaccess, ...logs, '--log-format=COMBINED']});
	}
	return all;
}

async function inDirectory<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
	const directory = mkdtempSync(join(tmpdir(), 'reqscope-live-'));
	try {
		return await work(directory);
	} finally {
		rmSync(directory, {recursive: true, force: true});
	}
}

async function loads(title: string, rate: number, files: number): Promise<void> {
	const seconds = Number(values.seconds);
	const rows: string[][] = [];
	for (const watcher of watchers()) {
		const share = await inDirectory(directory => load(watcher, {rate, files, seconds}, directory));
		rows.push([watcher.name, `${(share * 100).toFixed(2)} %`]);
	}
	console.log(`${title}, ${seconds} s\n\n${table(['', 'of one core'], rows)}\n`);
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
if (values.only.includes('idle')) {
	await loads('Ten quiet logs', 0, 10);
}
if (values.only.includes('busy')) {
	await loads('5,000 lines a second', 5000, 1);
}
for (const way of ['rename', 'copytruncate'] as const) {
	if (values.only.includes(way)) {
		await rotations(way);
	}
}
