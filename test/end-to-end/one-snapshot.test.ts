import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {logLine, logStart} from '../helpers/log-lines.js';
import {openCommand, programCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const statuses = [200, 200, 200, 304, 404, 503, 200, 200, 200, 200];

/** Writes a log of `n` requests, one per second. 10 % each have the status 304, 404 and 503. */
function writeLog(path: string, n: number, from: number): void {
	const lines = Array.from({length: n}, (_, index) =>
		logLine({
			time: logStart + (from + index) * 1000,
			url: `/en/${from + index}`,
			status: statuses[index % 10] ?? 200,
		}),
	);
	writeFileSync(path, lines.join(''));
}

/** Returns the contradictions between the figures of a frame. */
function contradictions(lines: readonly string[]): readonly string[] {
	const text = lines.join('\n');
	const found = /^(\d+) results found(.*)/m.exec(text);
	const legend = lines.flatMap(line => Array.from(line.matchAll(/^ ■ (\dxx) +(\S+) % +(\d+)/g)));
	// If a chart needs the space, its legend has no counts. A number after a share then belongs to the axis.
	if (found === null || legend.length < 4) {
		return [];
	}
	const isReading = found[2]?.includes('so far') ?? false;
	const sum = legend.reduce((all, [, , , n]) => all + Number(n), 0);
	const [, , share, errors = '0'] = legend.find(([, name]) => name === '5xx') ?? [];
	return [
		...(sum === Number(found[1]) ? [] : [`${found[1]} results, ${sum} in the chart`]),
		...(share === undefined || Math.abs(Number(share) - (100 * Number(errors)) / sum) <= 1
			? []
			: [`${share} % of 5xx, ${errors} of ${sum} in the chart`]),
		...(/ ◐ reading \d+ %$/.test(lines[0] ?? '') === isReading
			? []
			: [`reading: ${isReading}, title: ${lines[0]}`]),
		...(text.includes('░') === isReading ? [] : [`reading: ${isReading}, unread time: ${!isReading}`]),
		...(isReading && text.includes('no request for') ? ['quiet while logs are read'] : []),
	];
}

/** Long enough that reading takes several refreshes. */
const requests = 600_000;
/** Wide enough that the legend of the chart has counts. */
const size = {columns: 180, rows: 45};

for (const [name, command] of [
	['one log', '"$@" all.log'],
	['three logs', '"$@" a.log b.log c.log'],
	['a pipe', 'cat all.log | "$@" -'],
] as const) {
	test.serial(`count, chart and shares agree in every frame while ${name} is read`, async t => {
		const cwd = temporaryDirectory(t);
		writeLog(join(cwd, 'all.log'), requests, 0);
		for (const [index, log] of ['a', 'b', 'c'].entries()) {
			writeLog(join(cwd, `${log}.log`), requests / 3, (index * requests) / 3);
		}
		const terminal = openCommand(t, ['sh', '-c', command, 'sh', ...programCommand()], {cwd, ...size});
		const wrong: string[] = [];
		let frames = 0;
		await terminal.waitFor(lines => {
			frames++;
			wrong.push(...contradictions(lines));
			const text = lines.join('\n');
			return (
				text.includes(`${requests} results found`) &&
				new RegExp(` 2xx {2}70 % +${0.7 * requests} `).test(text) &&
				/ ○ (?:read to the end|no request for \d+ days)$/.test(lines[0] ?? '')
			);
		});
		t.deepEqual(wrong, []);
		t.true(frames > 3);
	});
}
