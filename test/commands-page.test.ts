import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {listableNames} from '../source/query/parsing/facet-fields.js';
import {commandsPage, outputOf} from './helpers/commands-page.js';
import {words} from './helpers/words.js';

const page = readFileSync('docs/commands.md', 'utf8');
const samples = readdirSync('samples')
	.filter(name => name.endsWith('.log'))
	.map(name => join('samples', name));

test('docs/commands.md has the output of its commands (npm run commands-page)', t => {
	t.is(page, commandsPage(page));
});

test('reqscope help json prints the page', t => {
	t.is(outputOf(['help', 'json']).trimEnd(), page.trimEnd());
});

test('the page lists the fields of --top', t => {
	const list = /FIELDS are one or more of (.*?), and log fields/s.exec(page)?.[1] ?? '';
	t.deepEqual(Array.from(list.matchAll(/`(.+?)`/g), ([, name]) => name).sort(), [...listableNames].sort());
});

/** Returns the keys in the table of a section. */
function documented(section: string): readonly string[] {
	const [, text = ''] = page.split(`## ${section}\n`);
	const table = text.split('\n## ')[0] ?? '';
	return Array.from(table.matchAll(/^\| (`.+?) \|/gm), ([, cell = '']) => cell).flatMap(cell =>
		Array.from(cell.matchAll(/`(.+?)`/g), ([, key = '']) => key),
	);
}

/**
 * Returns the keys of an object. The key of a nested object precedes its keys, with a dot. The log determines the names of
 * values in `fields`.
 */
function keysOf(value: unknown): readonly string[] {
	if (Array.isArray(value)) {
		return value.flatMap(keysOf);
	}
	return typeof value === 'object' && value !== null
		? Object.entries(value).flatMap(([key, inner]) => [
				key,
				...(key === 'fields' ? [] : keysOf(inner).map(name => `${key}.${name}`)),
			])
		: [];
}

const ofShift = words`percentile selected.p95 baseline.p95`;
const ofTop = documented('Most frequent values: `--top FIELDS`');

for (const [section, args, others, rare] of [
	[
		'Requests: `--json`',
		['--json', ...samples],
		[],
		words`peerIp incomplete timeSource source route family client asn country`,
	],
	[
		'Most frequent values: `--top FIELDS`',
		['--top', 'ip,route,host,agent,@urt', '--limit', '1000', '--json', ...samples],
		[],
		['estimated'],
	],
	['Routes: `--routes`', ['--routes', '--json', 'samples/storefront.log'], ofTop, ['estimated', '--top']],
	['Over time: `--timeline STEP`', ['--timeline', '1d', '--json', ...samples], [], []],
	['Durations over time: `--latency`', ['--latency', '--json', ...samples], [], ['--timeline']],
	[
		'What is different: `--diff SEARCH`',
		['--diff', 'status:5xx', '--json', 'samples/storefront.log'],
		[],
		// Its requests have no other durations and sizes.
		['durationMs', 'bytes'].flatMap(one => [one, ...ofShift.map(key => `${one}.${key}`)]),
	],
	['Clients and visits: `--visits`', ['--visits', '--json', ...samples], [], ['estimated']],
	['Checks: `doctor --json`', ['doctor', '--json', 'samples/storefront.log'], [], ['advice']],
] as const) {
	test(`${section}: the page has all keys, and no others`, t => {
		const lines = outputOf(args).split('\n').slice(0, -1);
		t.true(lines.length > 0);
		const found = new Set(lines.flatMap(line => keysOf(JSON.parse(line))));
		const known = new Set([...documented(section), ...others]);
		t.deepEqual(
			[...found].filter(key => !known.has(key)),
			[],
		);
		const unseen: ReadonlyArray<string> = rare;
		t.deepEqual(
			[...known].filter(key => !found.has(key) && !unseen.includes(key)),
			[],
		);
	});
}
