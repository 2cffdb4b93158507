import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import test from 'ava';
import {readLine} from '../helpers/line-fields.js';
import {type LogOptions, logChunks} from './log-chunks.js';
import {type FormatName, formatNames, logFormats} from './log-formats.js';
import {usualLog} from './write-log.js';

const lines = 20_000;

/** Returns the lines of a log. Fails if the last line has no newline. */
function log(options: Partial<LogOptions> = {}): readonly string[] {
	const pieces: string[] = [];
	for (const chunk of logChunks({...usualLog, lines, ...options})) {
		pieces.push(chunk.toString('latin1'));
	}
	const split = pieces.join('').split('\n');
	if (split.pop() !== '') {
		throw new Error('The last line has no end');
	}
	return split;
}

function time(line: string): number {
	const [, day, month, year, clock] = /\[(\d+)\/(\w+)\/(\d+):(\S+) \+0000\]/.exec(line) ?? [];
	return Date.parse(`${day} ${month} ${year} ${clock} GMT`);
}

function hash(text: readonly string[]) {
	return createHash('sha256').update(text.join('\n')).digest('hex');
}
const usual = log();

test('the same seed gives the same log, a different seed a different log', t => {
	t.is(hash(log()), hash(usual));
	t.not(hash(log({seed: 2})), hash(usual));
});

test('has the requested number of lines, all in the combined format, about 240 bytes each', t => {
	t.is(usual.length, lines);
	const combined =
		/^[0-9a-f.:]+ - - \[[^\]]+\] "(GET|POST|HEAD) \/\S* HTTP\/1\.1" [1-5]\d\d \d+ "(-|https:\/\/[^" ]+)" "Mozilla[^"]+"$/;
	t.deepEqual(
		usual.filter(line => !combined.test(line)),
		[],
	);
	const bytes = usual.reduce((sum, line) => sum + line.length + 1, 0) / lines;
	t.true(bytes > 225 && bytes < 260, String(bytes));
});

test('about one line in a hundred is late, by seconds', t => {
	// Dense enough that a late line follows a line with a later time.
	const dense = log({span: 3_600_000});
	let late = 0;
	let latest = 0;
	for (const line of dense) {
		const now = time(line);
		t.true(now >= latest - 6000);
		late += now < latest ? 1 : 0;
		latest = Math.max(latest, now);
	}
	t.true(late > lines * 0.006 && late < lines * 0.012, String(late));
});

test('ends at the requested time and covers the requested period', t => {
	const end = Date.UTC(2026, 0, 2);
	const times = log({lines: 1000, end, span: 3_600_000}).map(time);
	t.is(Math.max(...times), end);
	t.true(Math.min(...times) <= end - 3_590_000 && Math.min(...times) >= end - 3_606_000);
});

test('most of many clients are rare, and a few are frequent', t => {
	const counts = new Map<string, number>();
	for (const line of log({lines: 100_000})) {
		const [client = ''] = line.split(' ');
		counts.set(client, (counts.get(client) ?? 0) + 1);
	}
	t.true(counts.size > 15_000, String(counts.size));
	const often = [...counts.values()].sort((a, b) => b - a).slice(0, 1000);
	t.true(often.reduce((sum, count) => sum + count) > 25_000);
});

test('a few URLs are most of the traffic', t => {
	const counts = new Map<string, number>();
	for (const line of usual) {
		const url = line.split(' ')[6] ?? '';
		counts.set(url, (counts.get(url) ?? 0) + 1);
	}
	const often = [...counts.values()].sort((a, b) => b - a).slice(0, Math.ceil(counts.size / 50));
	t.true(often.reduce((sum, count) => sum + count) > lines / 4);
});

test('URLs repeat unless distinct ones are requested', t => {
	const urls = (text: readonly string[]) => new Set(text.map(line => line.split(' ')[6])).size;
	const distinct = urls(usual);
	t.true(distinct > 2000 && distinct < lines * 0.8, String(distinct));
	t.is(urls(log({distinctUrls: true})), lines);
});

test('a log without lines is empty', t => {
	t.deepEqual(log({lines: 0, span: 1000}).length, 0);
});

/** The program's names of the formats. */
const readAs: Readonly<Record<FormatName, string>> = {
	combined: 'combined',
	timed: 'timed',
	main: 'nginx_main',
	pairs: 'timed',
	ingress: 'ingress_nginx',
	'traefik-clf': 'traefik_clf',
	'nginx-json': 'nginx_json',
	caddy: 'caddy',
	'caddy-varying': 'caddy',
	'traefik-json': 'traefik_json',
	alb: 'aws_alb',
	iis: 'w3c',
	haproxy: 'haproxy',
	cri: 'combined',
	'docker-json': 'combined',
	syslog: 'combined',
};

for (const format of formatNames) {
	test(`every format has the same requests: ${format}`, t => {
		const header = logFormats[format].header ?? '';
		const text = log({format, lines: 200}).join('\n');
		t.true(text.startsWith(header));
		const expected = log({lines: 200});
		for (const [index, line] of text.slice(header.length).split('\n').entries()) {
			const read = readLine(line);
			const {ip, method, url, status} = readLine(expected[index] ?? '')?.fields ?? {};
			t.is(read?.format, readAs[format], line);
			t.like(read?.fields, {ip, method, status}, line);
			t.true(read?.fields.url?.endsWith(url ?? '-'), line);
		}
	});
}

test('every format has a limit', t => {
	t.deepEqual(Object.keys(JSON.parse(readFileSync('tools/format-ratios.json', 'utf8'))), formatNames);
});
