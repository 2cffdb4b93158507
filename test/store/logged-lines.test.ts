import {readdirSync} from 'node:fs';
import test from 'ava';
import {isLineOf} from '../../source/store/logged-lines.js';
import type {Entry} from '../../source/store/store.js';
import {openSettled} from '../helpers/open-store.js';
import {all} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';

const samples = new URL('../../../samples/', import.meta.url);

function others(entry: Entry): readonly Entry[] {
	return [
		{...entry, status: 599},
		{...entry, url: '/never'},
		{...entry, ip: '0.0.0.0'},
		// A line without a time can be the line of an entry with any time.
		...(entry.time === null ? [] : [{...entry, time: entry.time + 1000}]),
	];
}

for (const name of readdirSync(samples).filter(file => /\.(?:log|json|txt)$/.test(file))) {
	test(`a line of ${name} matches only its own entry`, async t => {
		const path = new URL(name, samples).pathname;
		const store = await openSettled(t, [path], {follow: false});
		for (const entry of await all(store)) {
			const [line] = await store.raw([entry]);
			t.truthy(line);
			if (line) {
				t.true(isLineOf(entry, line), `at ${entry.offset}`);
				const isReadAlone = /^(?:combined|common)$/.test(entry.format) && !entry.incomplete;
				for (const other of isReadAlone ? others(entry) : []) {
					t.false(isLineOf(other, line), `at ${entry.offset}`);
				}
			}
		}
	});
}

const fields =
	'date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-bytes time-taken';
const given: ReadonlyArray<readonly [name: string, header: string, line: string, format?: string]> = [
	[
		'has as many columns as usual, but others',
		`#Fields: ${fields}\n`,
		'2026-11-20 09:03:07 10.0.0.5 GET /en/ page=2 443 - 203.0.113.7 curl/8.5.0 - 200 4523 52',
	],
	[
		'is read by names that were given',
		'',
		'{"method":"GET","status":200,"my":{"path":"/a"},"url":"/b"}',
		'json: url=my.path',
	],
];
for (const [name, header, line, format] of given) {
	test(`reads back a line that ${name}`, async t => {
		const {path} = temporaryLog(t, `${header}${line}\n`);
		const store = await openSettled(t, [path], {follow: false, format});
		const [entry] = await all(store);
		t.truthy(entry);
		if (entry) {
			const lines = await store.raw([entry]);
			t.deepEqual(
				lines.map(bytes => bytes && Buffer.from(bytes).toString()),
				[line],
			);
			t.true(isLineOf(entry, Buffer.from(line), store.format));
		}
	});
}
