import {appendFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test, {type ExecutionContext} from 'ava';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {csvHeader} from '../../source/output/csv-line.js';
import type {PrintForm} from '../../source/output/forms.js';
import {type PrintOptions, print, printFollowing} from '../../source/output/print.js';
import {OutputClosed, Sink} from '../../source/output/sink.js';
import {everything} from '../../source/query/query.js';
import type {Store} from '../../source/store/store.js';
import {FaultyDisk} from '../helpers/faulty-disk.js';
import {logLine, logStart, numberedLines} from '../helpers/log-lines.js';
import {openStore} from '../helpers/open-store.js';
import {output} from '../helpers/output.js';
import {systemError} from '../helpers/system-error.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

type Change = {
	readonly follow?: boolean;
	readonly past?: boolean;
	readonly limit?: number;
	readonly now?: () => number;
	readonly wrap?: (store: Store) => Store;
};

/** A log with these lines, and everything needed to print it. */
function open(t: ExecutionContext, form: PrintForm, lines: readonly string[], change: Change = {}) {
	const {path} = temporaryLog(t, lines);
	const {follow = false, past = true, limit, now = Date.now, wrap = (same: Store) => same} = change;
	const store = openStore(t, [path], {follow, backfill: past, now});
	const out = output();
	const controller = new AbortController();
	const options: PrintOptions = {
		store: wrap(store),
		query: everything,
		form,
		sink: new Sink(out.stream),
		formatTime: timeFormatter('utc'),
		toTerminal: false,
		limit,
		signal: controller.signal,
		missed: () => t.fail('missed'),
	};
	return {
		store,
		options,
		out,
		append: (...added: readonly string[]) => appendFileSync(path, added.join('')),
		/** Stops `--follow` and waits until printing has ended. */
		async end(printing: Promise<unknown>) {
			const reason = new Error('the end');
			controller.abort(reason);
			t.is(await t.throwsAsync(printing), reason);
		},
		printed: () => out.text().split('\n').slice(0, -1),
	};
}

function reversed(lines: readonly string[]): string {
	return lines.toReversed().join('');
}

test('prints all entries, newest first', async t => {
	const lines = numberedLines(30);
	const {options, out} = open(t, 'raw', lines);
	t.is(await print(options), 30);
	t.is(out.text(), reversed(lines));
});

test('prints more entries than a page of the store', async t => {
	const lines = numberedLines(4500);
	const {options, out} = open(t, 'raw', lines);
	await print(options);
	t.is(out.text(), reversed(lines));
});

test('prints only the newest entries with a limit', async t => {
	const lines = numberedLines(4500);
	for (const limit of [1, 2000, 2001, 4500, 9999]) {
		const {options, out} = open(t, 'raw', lines, {limit});
		await print(options);
		t.is(out.text(), reversed(lines.slice(-limit)), `${limit}`);
	}
});

test('prints in a different order, also with several pages of the store', async t => {
	const sizes = [5, 700, 5, 0, 90_000, 700];
	const lines = sizes.map((bytes, n) => logLine({time: logStart + n * 1000, bytes}));
	for (const [order, wanted] of [
		['bytes', [4, 5, 1, 2, 0, 3]],
		['-time', [0, 1, 2, 3, 4, 5]],
		['duration', [5, 4, 3, 2, 1, 0]],
	] as const) {
		for (const limit of [undefined, 3]) {
			const {options, out} = open(t, 'raw', lines);
			await print({...options, order, limit, pageSize: 2});
			t.is(
				out.text(),
				wanted
					.slice(0, limit)
					.map(n => lines[n])
					.join(''),
				order,
			);
		}
	}
});

test('queries no more entries than it prints', async t => {
	const sizes: number[] = [];
	const wrap = (store: Store): Store => ({
		...bound(store),
		page: async (query, cursor, size, signal) => {
			sizes.push(size);
			return store.page(query, cursor, size, signal);
		},
	});
	const {options} = open(t, 'json', numberedLines(30), {limit: 7, wrap});
	await print(options);
	t.deepEqual(sizes, [7]);
});

test('prints only the count line', async t => {
	const {options, out} = open(t, 'count', numberedLines(30));
	await print(options);
	t.is(out.text(), '30 results found\n');
});

test('prints the listing: count line, header, and rows aligned with it', async t => {
	const {options, printed} = open(t, 'text', numberedLines(30), {limit: 2});
	await print(options);
	t.deepEqual(
		printed().map(line => line.slice(0, -13)),
		[
			'30 results found'.slice(0, -13),
			'Status IP              Method  URL   Time                 Token'.slice(0, -13),
			'204    198.51.100.29   OPTIONS /n/29 5 Nov 2024 9:03:36   ',
			'500    198.51.100.28   HEAD    /n/28 5 Nov 2024 9:03:35   ',
		],
	);
	t.is(printed()[0], '30 results found');
});

test('prints an empty store', async t => {
	const text = open(t, 'text', []);
	await print(text.options);
	t.deepEqual(text.printed(), [
		'0 results found',
		'Status IP              Method URL Time                 Token',
	]);
	const csv = open(t, 'csv', []);
	await print(csv.options);
	t.deepEqual(csv.printed(), [csvHeader()]);
	const json = open(t, 'json', []);
	await print(json.options);
	t.deepEqual(json.printed(), []);
});

test('a limit of 0 prints nothing, not even a header', async t => {
	for (const form of ['text', 'csv', 'json', 'raw'] as const) {
		const {options, out} = open(t, form, numberedLines(3), {limit: 0});
		await print(options);
		t.is(out.text(), '', form);
	}
});

test('printing ends with the output', async t => {
	const {options, out} = open(t, 'json', numberedLines(30));
	out.fail(Object.assign(new Error('write EPIPE'), {code: 'EPIPE'}));
	await t.throwsAsync(print(options), {instanceOf: OutputClosed});
});

test('a signal ends the wait for complete reading', async t => {
	const lines = numberedLines(3);
	const wrap = (store: Store): Store => ({
		...bound(store),
		settled: async signal =>
			new Promise((_, reject) => {
				signal?.addEventListener('abort', () => reject(signal.reason));
			}),
	});
	const {options, end} = open(t, 'json', lines, {wrap});
	await end(print(options));
});

test('following: oldest first, then entries as they arrive', async t => {
	const lines = numberedLines(4500);
	const {options, out, append, end} = open(t, 'raw', lines, {follow: true});
	const printing = printFollowing(options);
	await waitFor(() => out.text().length === lines.join('').length);
	t.is(out.text(), lines.join(''));
	let expected = lines.join('');
	for (let n = 0; n < 5; n++) {
		// An early time: new entries are printed in arrival order.
		const line = logLine({time: logStart - n * 1000, url: `/new/${n}`});
		append(line);
		expected += line;
		await waitFor(() => out.text() === expected);
	}
	append(...numberedLines(3000, 5000));
	expected += numberedLines(3000, 5000).join('');
	await waitFor(() => out.text() === expected);
	t.pass();
	await end(printing);
});

test('following: the newest existing entries, oldest of them first', async t => {
	const lines = numberedLines(30);
	for (const limit of [0, 5, 99]) {
		let isFollowing = false;
		const wrap = (store: Store): Store => ({
			...bound(store),
			arrivals: async (query, mark, size, signal) => {
				isFollowing ||= size > 0;
				return store.arrivals(query, mark, size, signal);
			},
		});
		const {options, out, append, end} = open(t, 'raw', lines, {follow: true, limit, wrap});
		const printing = printFollowing(options);
		await waitFor(() => isFollowing);
		const past = limit === 0 ? '' : lines.slice(-limit).join('');
		await waitFor(() => out.text() === past);
		const [line = ''] = numberedLines(1, 30);
		append(line);
		await waitFor(() => out.text() === past + line);
		await end(printing);
	}
	t.pass();
});

test('following: the header comes first, with or without existing entries', async t => {
	for (const lines of [[], numberedLines(2)]) {
		const {options, printed, append, end} = open(t, 'csv', lines, {follow: true});
		const printing = printFollowing(options);
		await waitFor(() => printed().length === 1 + lines.length);
		append(...numberedLines(1, 10));
		await waitFor(() => printed().length === 2 + lines.length);
		t.is(printed()[0], csvHeader());
		t.is(printed().filter(line => line === csvHeader()).length, 1);
		await end(printing);
	}
});

test('following: a line without a time is printed with the time of its reading, and marked', async t => {
	const line = (number: number): string => `GET /n/${number} 200 12 - 4.532 ms\n`;
	for (const [form, printedLines] of [
		[
			'json',
			[['/n/0', null, undefined], ...[1, 2].map(n => [`/n/${n}`, new Date(logStart).toISOString(), 'read'])],
		],
		['text', ['n/a', '~5 Nov 2024 9:03:07', '~5 Nov 2024 9:03:07']],
	] as const) {
		const {options, printed, append, end} = open(t, form, [line(0)], {follow: true, now: () => logStart});
		const printing = printFollowing(options);
		const lines = () => printed().filter(text => text.includes('/n/'));
		await waitFor(() => lines().length === 1);
		append(line(1), line(2));
		await waitFor(() => lines().length === 3);
		t.deepEqual(
			lines().map(text => {
				const {url, time, timeSource} = form === 'json' ? JSON.parse(text) : {};
				return form === 'json'
					? [url, time, timeSource]
					: /(?:n\/a|~?5 Nov 2024 \S+)(?= +\S+$)/.exec(text)?.[0];
			}),
			printedLines,
		);
		await end(printing);
	}
});

test('following: entries that arrive while existing ones are printed follow them, once', async t => {
	const lines = numberedLines(3000);
	const late = logLine({time: logStart - 1000, url: '/late'});
	const opened = open(t, 'raw', lines, {
		follow: true,
		wrap: store => ({
			...bound(store),
			async page(query, cursor, size, signal) {
				const page = await store.page(query, cursor, size, signal);
				if (cursor.from === 'oldest') {
					// Older than all entries, and newer than all: the remaining pages contain the former, but not the latter.
					opened.append(late, ...numberedLines(2, 4000));
					await waitFor(async () => (await store.count(everything)).arrived === 3);
				}
				return page;
			},
		}),
	});
	const printing = printFollowing(opened.options);
	const expected = [...lines, late, ...numberedLines(2, 4000)].join('');
	await waitFor(() => opened.out.text().length >= expected.length);
	t.is(opened.out.text(), expected);
	await opened.end(printing);
});

test.serial('following: entries that wait for the output are not evicted, printed ones are', async t => {
	const {store, options, out, append, end, printed} = open(t, 'json', [], {follow: true});
	const printing = printFollowing(options);
	await store.settled();
	out.hold();
	append(...numberedLines(1));
	await waitFor(() => out.pieces.length === 1);
	for (let n = 0; n < 6; n++) {
		append(...numberedLines(20_000, 1 + n * 20_000));
	}
	await waitFor(async () => (await store.count(everything)).arrived === 120_001);
	out.release();
	const {length} = printed();
	t.is(length, 1);
	await waitFor(() => out.pieces.at(-1)?.includes('/n/120000"') ?? false);
	t.deepEqual(
		printed().map(line => JSON.parse(line).url),
		Array.from({length: 120_001}, (_, n) => `/n/${n}`),
	);
	await waitFor(async () => (await store.count(everything)).n <= 100_000);
	await end(printing);
});

test('refuses to follow a count', async t => {
	const {options} = open(t, 'count', [], {follow: true});
	await t.throwsAsync(printFollowing(options), {instanceOf: TypeError});
});

/** A store whose methods can be replaced one by one. */
function bound(store: Store): Store {
	return {
		count: store.count.bind(store),
		page: store.page.bind(store),
		get: store.get.bind(store),
		histogram: store.histogram.bind(store),
		heatmap: store.heatmap.bind(store),
		facets: store.facets.bind(store),
		routes: store.routes.bind(store),
		visits: store.visits.bind(store),
		differences: store.differences.bind(store),
		arrivals: store.arrivals.bind(store),
		isAfter: store.isAfter.bind(store),
		raw: store.raw.bind(store),
		unrecognisedLines: store.unrecognisedLines.bind(store),
		subscribe: store.subscribe.bind(store),
		status: store.status.bind(store),
		together: store.together.bind(store),
		holdAtMost: store.holdAtMost.bind(store),
		showFields: store.showFields.bind(store),
		logFields: store.logFields.bind(store),
		shownField: store.shownField,
		logValues: store.logValues.bind(store),
		addJson: store.addJson.bind(store),
		unknownLogFields: store.unknownLogFields.bind(store),
		searched: store.searched.bind(store),
		settled: store.settled.bind(store),
		close: store.close.bind(store),
	};
}

for (const [kind, given, past, packed] of [
	['a file', 'access.log', true, false],
	['a file of a directory', '.', true, false],
	['a file that a pattern matches', '*.log', true, false],
	['an archive', 'access.log', true, true],
	['a file, without the past', 'access.log', false, false],
] as const) {
	test(`fault 28: ${kind}, not readable at the start: its content is printed once it is readable`, async t => {
		const directory = temporaryDirectory(t);
		const path = join(directory, 'access.log');
		const other = join(directory, 'other.log');
		const lines = numberedLines(5);
		writeFileSync(path, packed ? gzipSync(lines.join('')) : lines.join(''));
		writeFileSync(other, logLine({time: logStart, url: '/other'}));
		const disk = new FaultyDisk();
		disk.fault = (call, of) =>
			call === 'open' && of.endsWith('access.log') ? systemError('EACCES') : undefined;
		const store = openStore(t, [given === 'access.log' ? path : join(directory, given), other], {
			backfill: past,
			isLateNew: past,
			settings: {open: disk.open, retryInterval: 20, pollInterval: 20},
		});
		const out = output();
		const controller = new AbortController();
		const printing = printFollowing({
			...{store, query: everything, form: 'raw', sink: new Sink(out.stream), limit: undefined},
			formatTime: timeFormatter('utc'),
			toTerminal: false,
			signal: controller.signal,
			missed: () => t.fail('missed'),
		});
		await store.settled();
		appendFileSync(other, logLine({time: logStart, url: '/goes-on'}));
		await waitFor(() => out.text().includes('/goes-on'));
		if (!packed) {
			appendFileSync(path, numberedLines(1, 5).join(''));
		}
		disk.fault = () => undefined;
		const last = packed ? '/n/4' : '/n/5';
		await waitFor(
			() => out.text().includes(last),
			() => out.text(),
		);
		if (!packed) {
			appendFileSync(path, numberedLines(1, 6).join(''));
			await waitFor(() => out.text().includes('/n/6'));
		}
		const printed = out
			.text()
			.split('\n')
			.filter(line => line.includes('/n/'))
			.map(line => `${line}\n`);
		t.deepEqual(printed, packed ? lines : numberedLines(past ? 7 : 2, past ? 0 : 5));
		controller.abort(new Error('the end'));
		await t.throwsAsync(printing);
	});
}

test('prints nothing if the check after the search fails', async t => {
	const {options, out} = open(t, 'json', numberedLines(3), {});
	const steps: string[] = [];
	const store: Store = {
		...bound(options.store),
		async searched() {
			steps.push('searched');
		},
	};
	const searched = async (): Promise<void> => {
		steps.push('checked');
		throw new TypeError('unknown');
	};
	await t.throwsAsync(print({...options, store, searched}), {message: 'unknown'});
	t.deepEqual(steps, ['searched', 'checked']);
	t.deepEqual(out.pieces, []);
});
