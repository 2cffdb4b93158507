import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {logLine, logStart} from '../helpers/log-lines.js';
import {openProgram, runProgram} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const statuses = [200, 200, 200, 404, 200, 301, 500, 200, 403, 200];
const words = ['status', 'start', 'list', 'shoes', 'boots'];

/** Returns line number `n`; there are a hundred lines per second. */
function lineAt(n: number): string {
	return logLine({
		time: logStart + Math.floor(n / 100) * 1000,
		url: `/${words[n % words.length]}/${n}`,
		status: statuses[n % statuses.length] ?? 200,
	});
}

/** A log that gets a thousand lines per second until `end`. */
function writeOn(t: ExecutionContext, path: string, first: number): {written(): number; end(): void} {
	let written = first;
	writeFileSync(path, Array.from({length: first}, (_, n) => lineAt(n)).join(''));
	const timer = setInterval(() => {
		appendFileSync(path, Array.from({length: 20}, (_, index) => lineAt(written + index)).join(''));
		written += 20;
	}, 20);
	t.teardown(() => clearInterval(timer));
	return {written: () => written, end: () => clearInterval(timer)};
}

function countOf(lines: readonly string[]): number {
	return Number(/^(\d+) results found/m.exec(lines.join('\n'))?.[1] ?? Number.NaN);
}

/** The rows that match each state of the search bar while the user types; null if the previous result stays. */
const typed: ReadonlyArray<readonly [key: string, isMatch: ((n: number) => boolean) | null]> = [
	...[...'status'].map((key, index) => {
		const word = 'status'.slice(0, index + 1);
		return [key, (n: number) => lineAt(n).split(' ')[6]?.includes(word) ?? false] as const;
	}),
	// An unfinished term excludes no rows.
	[':', () => true],
	['4', () => false],
	['0', () => false],
	['4', n => statuses[n % statuses.length] === 404],
];

test('with a thousand new lines a second, the count follows each key, and a pinned row stays', async t => {
	const cwd = temporaryDirectory(t);
	const path = join(cwd, 'access.log');
	const log = writeOn(t, path, 5000);
	const terminal = openProgram(t, [path], {cwd});
	await terminal.waitFor(lines => countOf(lines) >= 5000);
	await terminal.press('/', /^\//m);

	const matching = (isMatch: (n: number) => boolean, end: number): number =>
		Array.from({length: end}, (_, n) => n).filter(isMatch).length;
	let asked: (n: number) => boolean = () => true;
	let text = '';
	for (const [key, isMatch] of typed) {
		const before = log.written();
		terminal.write(key);
		text += key;
		asked = isMatch ?? asked;
		const min = matching(asked, before);
		await terminal.waitFor(lines => {
			const count = countOf(lines);
			const isAsked = lines.some(line => line.startsWith(`/${text}`));
			return (isAsked && count >= min && count <= matching(asked, log.written())) || `${count}, not ${min}`;
		});
	}
	await terminal.press('\r', /^ status:404/m);

	const held = await terminal.press('jjj', /^▌/m);
	const tokens = (lines: readonly string[]): readonly string[] =>
		lines.map(line => /\s([0-9a-f]{13})$/.exec(line)?.[1]).filter(token => token !== undefined);
	const rows = tokens(held);
	await terminal.waitFor(lines => / [1-9]\d\d new ↑/.test(lines.join('\n')));
	t.deepEqual(tokens(terminal.screen()), rows);

	log.end();
	const expected = matching(asked, log.written());
	const printed = await runProgram(t, ['--text', '--limit', '10', '-q', 'status:404', '--no-follow', path], {
		cwd,
	});
	const newest = tokens(printed.stdout.split('\n'));
	t.is(newest.length, 10);
	terminal.write('g');
	// The count appears before its rows, because keys and arrivals are answered in sequence.
	await terminal.waitFor(
		lines => (countOf(lines) === expected && `${tokens(lines)}` === `${newest}`) || `${expected}, ${newest}`,
	);
	t.is(countOf(printed.stdout.split('\n')), expected);
	const counted = await runProgram(t, ['--count', '-q', 'status:404', path], {cwd});
	t.is(counted.stdout, `${expected} results found\n`);
});
