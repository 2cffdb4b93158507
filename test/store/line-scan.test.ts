import {appendFileSync, renameSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import fc from 'fast-check';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import type {Query} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {OpenFile} from '../../source/tail/files/open-file.js';
import {forAllAsync} from '../helpers/for-all.js';
import {openSettled, openStore} from '../helpers/open-store.js';
import {untilCounted} from '../helpers/store-model.js';
import {systemError} from '../helpers/system-error.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

function search(text: string): Query {
	return parseQuery(text, anyCalendar);
}

/** Quotes a string for a search. */
function quoted(text: string): string {
	return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function line(rest: string): string {
	return `203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 5 "-" "curl" ${rest}\n`;
}

async function countOf(store: EmbeddedStore, text: string): Promise<number> {
	const query = search(text);
	await store.searched(query);
	return (await store.count(query)).n;
}

function log(t: ExecutionContext, lines: readonly string[], name = 'access.log'): string {
	const path = join(temporaryDirectory(t), name);
	writeFileSync(path, lines.join(''));
	return path;
}

test('line: finds text that no field has', async t => {
	const path = log(t, [line('rid=9f2c1ab7'), line('rid=77'), 'not a request with 9f2c1ab7\n', line('')]);
	const store = await openSettled(t, [path]);
	t.is(await countOf(store, 'line:9f2c1ab7'), 1);
	t.is(await countOf(store, '-line:9f2c1ab7'), 2);
	t.is(await countOf(store, 'line:rid='), 2);
	t.is(await countOf(store, 'line:RID='), 0);
	t.is(await countOf(store, 'line:9f2c,77'), 2);
	t.is(await countOf(store, 'line:9f2c OR line:77'), 2);
	t.is(await countOf(store, '(line:rid -line:77) OR url:/none'), 1);
	t.is(await countOf(store, 'line:~"rid=[0-9]+$"'), 1);
	t.is(await countOf(store, 'line:/203*=77/'), 0);
	t.is(await countOf(store, 'line:203*=77'), 1);
	t.is(await countOf(store, `line:=${quoted(line('rid=77').trimEnd())}`), 1);
	t.is(await countOf(store, 'status:404 line:rid'), 0);
});

test('line: reads entries again that are rotated, renamed or compressed', async t => {
	const path = log(t, [line('rid=1'), line('rid=2')]);
	const store = await openSettled(t, [path]);
	renameSync(path, `${path}.1`);
	writeFileSync(path, line('rid=3'));
	await untilCounted(store, 3);
	t.is(await countOf(store, 'line:rid='), 3);
	const archive = log(t, [], 'old.log.gz');
	writeFileSync(archive, gzipSync([line('rid=4'), line('id=5')].join('')));
	await store.add([archive]);
	await untilCounted(store, 5);
	t.is(await countOf(store, 'line:"rid="'), 4);
	t.is(await countOf(store, 'line:id=5'), 1);
});

test('lines that can no longer be read match neither a term nor its negation, and are counted', async t => {
	const path = log(t, [line('rid=1'), line('rid=2')]);
	const store = await openSettled(t, [path]);
	truncateSync(path);
	unlinkSync(path);
	writeFileSync(path, line('rid=3'));
	await untilCounted(store, 3);
	for (const text of ['line:rid=', '-line:rid=']) {
		const query = search(text);
		await store.searched(query);
		const {n, lines} = await store.count(query);
		t.is(n, text.startsWith('-') ? 0 : 1);
		t.is(lines?.unreadable, 2);
	}
});

for (const name of ['access.log', 'access.log.gz']) {
	test(`lines of ${name} are found although reading them again fails once`, async t => {
		const path = log(t, [], name);
		const count = 20_000;
		const text = Array.from({length: count}, (_, index) => line(`rid=${index}`)).join('');
		writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
		let failures = 0;
		const store = await openSettled(t, [path], {
			settings: {
				async open(candidate) {
					const file = await OpenFile.open(candidate);
					const read = file?.read.bind(file);
					if (file !== undefined && read !== undefined) {
						file.read = (target, position) =>
							failures-- > 0 ? Promise.reject(systemError('EIO')) : read(target, position);
					}
					return file;
				},
			},
			// Less than the text of the archive, so that it is decoded again.
			keepPiped: 64 * 1024,
		});
		failures = 1;
		const query = search('line:rid=');
		await store.searched(query);
		const {n, lines} = await store.count(query);
		t.deepEqual([n, lines?.unreadable, failures < 1], [count, 0, true]);
	});
}

test('results of line: stay up to date while lines are appended, and new matches count as arrived', async t => {
	const path = log(t, [line('rid=1')]);
	const store = await openSettled(t, [path]);
	const query = search('line:rid=');
	t.is(await countOf(store, 'line:rid='), 1);
	await store.searched(query);
	t.is((await store.count(query)).arrived, 0);
	let written = 1;
	for (let round = 0; round < 20; round++) {
		appendFileSync(path, line(`rid=${round}`) + line('none'));
		written += 2;
		await untilCounted(store, written);
		await store.searched(query);
		const {n, arrived} = await store.count(query);
		t.deepEqual([n, arrived], [round + 2, round + 1]);
	}
	const {entries, mark} = await store.arrivals(query, null, 100);
	t.is(entries.length, 20);
	t.is((await store.arrivals(query, mark, 100)).entries.length, 0);
});

test('searches for a longer text only in the lines that match the shorter text', async t => {
	const path = log(t, [line('rid=9f2c'), line('rid=9f'), line('rid=2c')]);
	const store = await openSettled(t, [path]);
	t.is(await countOf(store, 'line:9f'), 2);
	truncateSync(path);
	unlinkSync(path);
	writeFileSync(path, line('rid=4'));
	await untilCounted(store, 4);
	const query = search('line:9f2');
	await store.searched(query);
	// The third line can no longer be read either, but has no 9f.
	t.is((await store.count(query)).lines?.unreadable, 2);
});

test('searches all lines again if a longer text ignores the case of more letters', async t => {
	// U+212A, the Kelvin sign, matches k only if the case of all letters is ignored.
	const path = log(t, [line('\u212Aelvin \xEF'), line('kelvin'), line('Kel'), line('xef')]);
	const store = await openSettled(t, [path]);
	t.is(await countOf(store, 'line:kel'), 2);
	t.is(await countOf(store, 'line:kelvin'), 1);
	t.is(await countOf(store, 'line:"kelvin \xEF"'), 1);
	t.is(await countOf(store, 'line:xef'), 1);
});

test('a split line of a container is searched as a whole', async t => {
	const part = (tag: string, text: string): string =>
		`2026-11-20T09:03:07.000000000Z stdout ${tag} ${text}\n`;
	const logged = line('rid=9f2c1ab7').trimEnd();
	const path = log(t, [part('P', logged.slice(0, -4)), part('F', logged.slice(-4)), part('F', logged)]);
	const store = await openSettled(t, [path]);
	t.is(await countOf(store, 'line:9f2c1ab7'), 2);
	t.is(await countOf(store, '-line:9f2c1ab7'), 0);
});

test('line: finds what a search of the bytes finds, in any logs', async t => {
	const texts = fc.array(
		fc.oneof(
			fc.stringMatching(/^[a-c9=" \\x/]{0,12}$/),
			fc.string({unit: 'grapheme', maxLength: 8}).map(text => text.replaceAll(/[\r\n\0]/g, ' ')),
			fc.constantFrom('é', 'É', '\\x22', '\\u00e9', '{"a":"b"}', 'rid=9F2C', 'rid=9f2c'),
		),
		{minLength: 1, maxLength: 6},
	);
	await forAllAsync(
		100,
		fc.array(texts, {minLength: 1, maxLength: 40}),
		fc.nat(),
		fc.nat(),
		async (all, a, b) => {
			const lines = all.map(parts => line(parts.join(' ')));
			const path = log(t, lines);
			const store = await openSettled(t, [path], {follow: false});
			const from = lines[a % lines.length] ?? '';
			const units = [...from.trimEnd()];
			const start = b % units.length;
			const token = units.slice(start, start + 4 + (a % 8)).join('');
			const fold = (text: string): string => (token === token.toLowerCase() ? text.toLowerCase() : text);
			const wanted = lines.filter(one => fold(one).includes(token)).length;
			t.is(await countOf(store, `line:${quoted(token)}`), wanted);
			t.is(await countOf(store, `-line:${quoted(token)}`), lines.length - wanted);
			await store.close();
		},
	);
});

test('a count that isn’t shared with a page skips lines, and finds the same number', async t => {
	/** A combined line without further fields: WebAssembly reads it, and its text may rule it out. */
	const usual = (agent: string): string => line('').replace('"curl" ', `"${agent}"`);
	const texts = fc.constantFrom(
		...['rid=9F2C', 'rid=9f2c', 'é', 'É\u212a', 'k', 'a\\b', '\\x22', "a 'b'", 'cs=MISS', 'x'],
	);
	const searches = fc.constantFrom(
		...['line:9f2c', 'line:9F2C', 'line:*rid=*', 'line:*rid*k*', `line:"a 'b'"`, 'line:"a\\\\b"', 'line:k'],
		...['line:=x', 'line:é', 'line:"\\\\x22"', 'line:~rid=9', '-line:rid', 'line:k line:rid', 'line:rid,k'],
		...['(line:rid OR line:cs=)', 'line:curl url:/en/', 'line:203*none*', 'line:200 -line:x'],
	);
	await forAllAsync(
		100,
		fc.array(fc.array(texts, {minLength: 1, maxLength: 3}), {minLength: 1, maxLength: 12}),
		searches,
		async (all, text) => {
			const path = log(
				t,
				all.flatMap(parts => [usual(parts.join(' ')), ...Array.from({length: 50}, () => usual('none'))]),
			);
			const query = parseQuery(text, anyCalendar);
			const whole = openStore(t, [path], {follow: false});
			const only = openStore(t, [path], {follow: false, only: query});
			await Promise.all([whole.settled(), only.settled()]);
			await Promise.all([whole.searched(query), only.searched(query)]);
			t.is((await only.count(query)).n, (await whole.count(query)).n, text);
			await Promise.all([whole.close(), only.close()]);
		},
	);
});
