import test from 'ava';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import type {NotedNotice} from '../../../source/store/notice-list.js';
import type {StoreStatus} from '../../../source/store/store.js';
import type {PathState} from '../../../source/tail/tail-types.js';
import {asides} from '../../../source/view/listing/asides.js';
import {emptyTexts, nothingFound} from '../../../source/view/listing/empty-texts.js';
import {initialListing} from '../../../source/view/listing/listing-state.js';
import {statusLines} from '../../../source/view/listing/status-lines.js';
import {fakeStore} from '../../helpers/fake-store.js';

const formatTime = timeFormatter('utc');
const quiet = fakeStore().status();
function lines(status: Partial<StoreStatus>, width = 80, notice: NotedNotice | null = null, height = 1) {
	return statusLines(initialListing(10, {...quiet, ...status}), notice, width, height, formatTime).lines;
}

const notice: NotedNotice = {
	time: 0,
	since: 0,
	times: 1,
	path: '/var/log/nginx/access.log',
	text: 'truncated from 1234 to 0 bytes, so it is read again from its start.',
};

for (const [lag, lagTime, text] of [
	[0, 0, ''],
	[65_535, 999, ''],
	[65_536, 249, ''],
	[65_536, 250, '66 kB behind'],
	[1_234_567, 400, '1.2 MB behind'],
	[17, 1000, '17 B behind'],
] as const) {
	test(`fault 36: ${lag} bytes not read for ${lagTime} ms: ${text || 'shows nothing'}`, t => {
		t.deepEqual(lines({lag, lagTime}), [text]);
	});
}

function files(n: number, changes: Omit<PathState, 'path'>): PathState[] {
	return Array.from({length: n}, (_, index) => ({path: `/srv/${changes.state}/${index}.log`, ...changes}));
}

test('shows the number of files with a problem, or the problem itself if only one file has it', t => {
	const many = [
		...files(190, {state: 'following'}),
		...files(3, {state: 'unreadable', problem: 'permission denied'}),
		...files(7, {state: 'waiting'}),
	];
	t.deepEqual(lines({files: many}), ['3 of 200 files can’t be read (!) · waiting for 7 of 200 files (!)']);
	t.deepEqual(
		lines({
			files: [
				...files(5, {state: 'following'}),
				...files(1, {state: 'unreadable', problem: 'permission denied'}),
			],
		}),
		['/srv/unreadable/0.log: permission denied'],
	);
});

test("doesn't repeat a notice of a file's current problem; shows any other notice, and notices if several files have problems", t => {
	const path = 'b.log';
	const problem = 'renamed or moved away; still reading that file';
	const file: PathState = {path, state: 'following', problem};
	const told = {...notice, path, text: problem};
	const said = `${path}: ${problem}`;
	t.deepEqual(lines({files: [file], notices: [told]}, 100, told), [said]);
	t.deepEqual(lines({files: [file], notices: [told]}, 200, {...told, times: 2}), [said]);
	const back = {...told, text: 'it is there again'};
	t.deepEqual(lines({files: [file], notices: [told, back]}, 200, back), [
		`${path}: ${back.text} · ${said} · 2 notices (!)`,
	]);
	t.deepEqual(lines({files: [file, {...file, path: 'b'}], notices: [told]}, 200, told), [
		`${said} · 2 of 2 files have a problem (!)`,
	]);
});

const name = 'localhost:8123/logs';

test('reports an unavailable shard once for its server, even if there are no requests', t => {
	const problem = 'the shard 10.0.0.2:9000 does not answer: its requests are missing';
	const server = {name, problem, nextAttempt: null};
	const told = {...notice, path: name, text: problem};
	const said = `${name}: ${problem}`;
	t.deepEqual(lines({server, files: [], notices: [told]}, 100, told), [said]);
	const back = {...told, text: 'all of its shards answer again'};
	t.deepEqual(lines({server: {...server, problem: null}, files: [], notices: [told, back]}, 200, back), [
		`${name}: ${back.text} · 2 notices (!)`,
	]);
	// Without requests, it is shown instead of the rows.
	const empty = {
		...initialListing(10, {...quiet, files: [], server, notices: [told]}),
		count: {n: 0, partial: true, arrived: 0},
	};
	t.deepEqual(statusLines(empty, told, 100, 1, formatTime).lines, ['']);
	t.deepEqual(
		emptyTexts({...quiet, files: [], server}, path => path),
		[said, `Waiting for the first request at ${name}.`],
	);
});

test('an unavailable server is shown with the time of the next attempt instead of the failed action', t => {
	const problem = 'nothing answers at localhost:8123: is ClickHouse running there?';
	const server = {name, problem, nextAttempt: Date.UTC(2026, 10, 5, 9, 3, 7)};
	const told = {...notice, path: name, text: `${problem}; retrying, with pauses of up to 30 s`};
	const state = {
		...initialListing(10, {...quiet, files: [], server, notices: [told]}),
		problem: 'localhost:8123 ended the connection',
	};
	t.deepEqual(statusLines(state, told, 80, 3, formatTime).lines, [
		'No answer, tried again at 9:03:07: nothing answers at localhost:8123: is',
		'ClickHouse running there?',
	]);
	const [line = ''] = statusLines(state, null, 60, 1, formatTime).lines;
	t.regex(line, /^No answer, tried again at 9:03:07: .*… · 1 notice \(!\)$/);
});

test('cuts long sentences before the numbers, and shortens the numbers', t => {
	const status = {unrecognised: 5, notices: [notice, notice, notice]};
	t.deepEqual(lines(status, 80, notice, 3), [
		'/var/log/nginx/access.log: truncated from 1234 to 0 bytes, so it is read again',
		'from its start.',
		'3 notices (!) · 5 lines not recognised (L)',
	]);
	t.deepEqual(lines(status, 120, notice), [
		'/var/log/nginx/access.log: truncated from 1234 to 0 bytes, so it is read a… · 3 notices (!) · 5 lines not recognised (L)',
	]);
	t.deepEqual(lines(status, 80, notice), [
		'…/nginx/access.log: truncated from 1234 to 0 bytes, so it is re… · 3 (!) · 5 (L)',
	]);
	t.deepEqual(lines(status, 40, notice), ['…ccess.log: truncated f… · 3 (!) · 5 (L)']);
	t.deepEqual(lines(status, 30), ['3 (!) · 5 (L)']);
});

test("lists lines that aren't requests last, if they fit", t => {
	const {lines: alone, isQuiet} = statusLines(
		initialListing(10, {...quiet, notRequests: 4}),
		null,
		80,
		1,
		formatTime,
	);
	t.deepEqual(alone, ['4 lines aren’t requests']);
	t.true(isQuiet);
	t.deepEqual(lines({notRequests: 1}), ['1 line isn’t a request']);
	t.deepEqual(lines({notRequests: 4}, 20), ['']);
	t.deepEqual(lines({unrecognised: 5, notRequests: 4}), [
		'5 lines not recognised (L) · 4 lines aren’t requests',
	]);
	t.deepEqual(lines({unrecognised: 5, notRequests: 4}, 40), ['5 lines not recognised (L)']);
	t.false(
		statusLines(initialListing(10, {...quiet, unrecognised: 5, notRequests: 4}), null, 80, 1, formatTime)
			.isQuiet,
	);
});

test('if no line is a request, describes the file and names the command that explains why', t => {
	const name = (path: string): string => path;
	const one = files(1, {state: 'following'});
	t.deepEqual(emptyTexts({...quiet, files: one, unrecognised: 68}, name), [
		'68 lines are in no known format: this doesn’t look like an access log.',
		'L shows them. To see why, quit and run: reqscope explain /srv/following/0.log',
		'Waiting for the first request in /srv/following/0.log.',
	]);
	t.deepEqual(
		emptyTexts({...quiet, files: files(2, {state: 'following'}), unrecognised: 1}, name).slice(0, 2),
		[
			'One line is in no known format: this doesn’t look like an access log.',
			'L shows it. To see why, quit and run: reqscope explain FILE',
		],
	);
	// A file name chosen by an attacker must not run anything when the command is pasted. A shortened path isn't part of the
	// command.
	const hostile = [{...one[0], path: "/srv/a';touch PWN;.log"}] as typeof one;
	t.is(
		emptyTexts({...quiet, files: hostile, unrecognised: 68}, name)[1],
		"L shows them. To see why, quit and run: reqscope explain '/srv/a'\\'';touch PWN;.log'",
	);
	t.is(
		emptyTexts({...quiet, files: hostile, unrecognised: 68}, () => '/srv/…log')[1],
		'L shows them. To see why, quit and run: reqscope explain FILE',
	);
	t.deepEqual(emptyTexts({...quiet, files: one, notRequests: 3}, name), [
		'All 3 lines read so far are headers or server messages, not requests.',
		'Waiting for the first request in /srv/following/0.log.',
	]);
});

test('if a log is empty, names commands that may help', t => {
	const name = (path: string): string => path;
	const one = files(1, {state: 'following'});
	t.deepEqual(emptyTexts({...quiet, files: one}, name, 'R adds 2 rotated files'), [
		'Waiting for the first request in /srv/following/0.log.',
		'If there should be some, quit and run: reqscope doctor /srv/following/0.log',
		'R adds 2 rotated files.',
	]);
	t.deepEqual(
		emptyTexts({...quiet, files: [{path: '-', state: 'following'}]}, () => 'standard input'),
		['Waiting for the first request in standard input.'],
	);
});

test('if there are no requests, names the first few files with problems', t => {
	const name = (path: string): string => path;
	const status = {...quiet, files: files(200, {state: 'waiting'})};
	t.deepEqual(emptyTexts(status, name), [
		'Waiting for /srv/waiting/0.log: no such file',
		'Waiting for /srv/waiting/1.log: no such file',
		'Waiting for /srv/waiting/2.log: no such file',
		'197 more files have problems: ! lists them.',
	]);
	t.is(emptyTexts({...quiet, files: files(4, {state: 'waiting'})}, name).length, 4);
});

test('shows the progress of a search that reads lines, and lines that can no longer be read', t => {
	const state = {...initialListing(10, quiet), count: {n: 1, partial: false, arrived: 0}};
	const searching = {...state, count: {...state.count, lines: {read: 41_000, total: 100_000, unreadable: 0}}};
	const done = {...state, count: {...state.count, lines: {read: 97_000, total: 100_000, unreadable: 1204}}};
	t.deepEqual(asides(state), []);
	t.deepEqual(asides(searching), ['searching lines 41 %']);
	t.deepEqual(asides(done), []);
	t.deepEqual(statusLines(searching, null, 80, 1, formatTime).lines, ['']);
	t.deepEqual(statusLines(done, null, 80, 1, formatTime).lines, ['1204 lines can no longer be read']);
	t.is(nothingFound(searching, '@a:b', true, null, [])[0], 'Reading: no request matches so far.');
	t.deepEqual(nothingFound({...done, unknownFields: 'no line has @a'}, '@a:b', true, null, []), [
		'No request matches.',
		'No line has @a.',
	]);
});
