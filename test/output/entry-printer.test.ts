import test from 'ava';
import type {JsonLines} from '../../source/entries/log-fields/json-lines.js';
import {addWithLogFields} from '../../source/entries/log-fields/log-values.js';
import {type ChosenColumn, parseColumns} from '../../source/format/chosen-columns.js';
import {timeFormatter} from '../../source/format/time-formatter.js';
import {csvHeader, csvLine} from '../../source/output/csv-line.js';
import {entryPrinter} from '../../source/output/entry-printer.js';
import type {EntryForm} from '../../source/output/forms.js';
import {jsonLine} from '../../source/output/json-line.js';
import {Sink} from '../../source/output/sink.js';
import type {Entry} from '../../source/store/store.js';
import {entry} from '../helpers/entry.js';
import {fakeStore} from '../helpers/fake-store.js';
import {output} from '../helpers/output.js';

const lines = [Buffer.from('a\u001b[2Jä'), null, Buffer.from([0x62, 0xff])];

function open(form: EntryForm, toTerminal = false, columns?: readonly ChosenColumn[]) {
	const {stream, text} = output();
	const sink = new Sink(stream);
	let missed = 0;
	const print = entryPrinter(form, {
		// Entry number n has line number n.
		store: {...fakeStore(), raw: async wanted => wanted.map(({offset}) => lines[offset] ?? null)},
		sink,
		formatTime: timeFormatter('utc'),
		columns,
		toTerminal,
		missed: count => {
			missed += count;
		},
	});
	return {
		print,
		missed: () => missed,
		text: async () => {
			await sink.flush();
			return text();
		},
	};
}

test('prints no header in JSON', async t => {
	const {print, text} = open('json');
	await print([]);
	await print([entry(1), entry(2)]);
	await print([entry(3)]);
	t.is(await text(), [entry(1), entry(2), entry(3)].map(one => `${jsonLine(one)}\n`).join(''));
});

test('the header is part of the first call only', async t => {
	const csv = open('csv');
	await csv.print([entry(1)]);
	await csv.print([entry(2)]);
	t.is(await csv.text(), `${csvHeader()}\n${csvLine(entry(1))}\n${csvLine(entry(2))}\n`);
	const table = open('text');
	await table.print([]);
	await table.print([entry(1)]);
	t.is((await table.text()).match(/^Status /gm)?.length, 1);
});

test('the header is printed without entries, too', async t => {
	const {print, text} = open('csv');
	await print([]);
	t.is(await text(), `${csvHeader()}\n`);
});

test('requested columns select the fields, and the columns of the text', t => {
	const columns = parseColumns('agent,status,duration:12');
	const printed = async (form: EntryForm): Promise<string> => {
		const {print, text} = open(form, false, columns);
		await print([entry(1, {userAgent: 'curl/8.5.0', durationMs: 1.5})]);
		return text();
	};
	return Promise.all([
		printed('json').then(text => t.is(text, '{"userAgent":"curl/8.5.0","status":200,"durationMs":1.5}\n')),
		printed('csv').then(text => t.is(text, 'userAgent,status,durationMs\ncurl/8.5.0,200,1.5\n')),
		printed('text').then(text =>
			t.is(text, 'User agent Status     Duration\ncurl/8.5.0 200          1.5 ms\n'),
		),
	]);
});

test('lines are printed as logged, byte for byte; lost lines are counted', async t => {
	const {print, text, missed} = open('raw');
	await print([entry(2), entry(1), entry(0)]);
	t.is(await text(), Buffer.from([0x62, 0xff, 10, ...Buffer.from('a\u001b[2Jä\n')]).toString());
	t.is(missed(), 1);
});

test('on a terminal, printed lines contain no control characters', async t => {
	const raw = open('raw', true);
	await raw.print([entry(0), entry(2)]);
	t.is(await raw.text(), 'a\\x1b[2Jä\nb\\xFF\n');
	const hostile = entry(1, {url: 'a\u001b[2J\nb'});
	for (const form of ['json', 'csv', 'text'] as const) {
		const {print, text} = open(form, true);
		await print([hostile]);
		const printed = await text();
		t.notRegex(printed.replaceAll('\n', ''), /\p{Cc}/u, form);
		t.is(printed.split('\n').length, form === 'json' ? 2 : 3, form);
	}
});

test('without a terminal, a cell keeps everything except control characters', async t => {
	const {print, text} = open('csv');
	await print([entry(1, {url: 'a\u001b\nक\u093f'})]);
	t.true((await text()).includes('"a\\x1b\\nक\u093f"'));
});

test('log fields are read for the printed entries, and unreadable lines are counted', async t => {
	const text = {name: 'CS', text: 'HIT\u001b', elements: null, isRead: false};
	const {stream, text: printed} = output();
	const sink = new Sink(stream);
	const store = fakeStore();
	store.setLogValues(({offset}) => (offset === 2 ? null : [text]));
	let missed = 0;
	for (const form of ['text', 'csv', 'json'] as const) {
		const print = entryPrinter(form, {
			...{store, sink, formatTime: timeFormatter('utc'), toTerminal: true},
			columns: parseColumns('token,@cs'),
			missed(lines) {
				missed += lines;
			},
		});
		await print([entry(1), entry(2)]);
	}
	await sink.flush();
	t.is(
		await printed(),
		[
			...['Token         @cs', '0000000000001 HIT\\x1b', '0000000000002 n/a'],
			...['token,fields.cs', '0000000000001,"HIT\\x1b"', '0000000000002,'],
			...[
				'{"token":"0000000000001","fields":{"CS":"HIT\\u001b"}}',
				'{"token":"0000000000002","fields":{"cs":null}}',
			],
			'',
		].join('\n'),
	);
	t.is(missed, 3);
});

test('the values of log fields aren’t requested from a store that adds them to the JSON of lines', async t => {
	const store = {
		...fakeStore(),
		async addJson(entries: readonly Entry[], objects: (index: number) => string, lines: JsonLines) {
			for (const [index, {offset}] of entries.entries()) {
				const line = `203.0.113.9 - - [05/Nov/2026:09:00:00 +0000] "GET / HTTP/1.1" 200 5 a=${offset}`;
				if (offset === 2) {
					lines.add(objects(index));
				} else {
					addWithLogFields(objects(index), Buffer.from(line), {}, lines);
				}
			}
			return entries.filter(({offset}) => offset === 2).length;
		},
	};
	const {stream, text} = output();
	const sink = new Sink(stream);
	let missed = 0;
	const print = entryPrinter('json', {
		...{store, sink, formatTime: timeFormatter('utc'), toTerminal: false},
		missed(lines) {
			missed += lines;
		},
	});
	const entries = Array.from({length: 1200}, (_, index) => entry(index));
	t.is(await print(entries), 1200);
	await sink.flush();
	const printed = (await text()).trimEnd().split('\n');
	t.deepEqual(
		printed.map(line => JSON.parse(line).fields?.a),
		entries.map(({offset}) => (offset === 2 ? undefined : String(offset))),
	);
	t.is(printed[2], jsonLine(entry(2)));
	t.is(missed, 1);
	t.deepEqual(store.calls, []);
});

test('lines are only read if log fields are printed', async t => {
	const store = fakeStore();
	const {stream} = output();
	const options = {
		...{store, sink: new Sink(stream), formatTime: timeFormatter('utc'), toTerminal: false},
		missed() {},
	};
	await entryPrinter('csv', options)([entry(1)]);
	await entryPrinter('text', options)([entry(1)]);
	await entryPrinter('json', {...options, columns: parseColumns('status')})([entry(1)]);
	t.deepEqual(store.calls, []);
	await entryPrinter('json', options)([entry(1)]);
	t.deepEqual(store.calls, ['logValues']);
});
