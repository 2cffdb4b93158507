import test from 'ava';
import {printProgress} from '../../source/commands/print-progress.js';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {everything} from '../../source/query/query.js';
import type {StoreStatus} from '../../source/store/store.js';
import {fakeStore} from '../helpers/fake-store.js';
import {pass, waitFor} from '../helpers/wait-for.js';

function scene(toFile: boolean, indexing: StoreStatus['indexing'] = {read: 42, total: 100}) {
	let written = '';
	const store = fakeStore();
	store.setLines({read: 70_000, total: 90_000, unreadable: 0});
	const progress = printProgress({
		store: {...store, status: () => ({...store.status(), indexing})},
		query: parseQuery('line:9f2c', {now: 0, zoneAt: () => 0}),
		terminal: {
			write(text: string) {
				written += text;
				return true;
			},
		},
		toFile,
	});
	return {progress, written: () => written};
}

test('shows the progress of reading, and erases it before anything is printed', async t => {
	const {progress, written} = scene(false);
	await waitFor(() => written() === '\rreading 42 % … (^C ends it)\u001B[K');
	progress.read();
	t.true(written().endsWith('\r\u001B[K'));
	const {length} = written();
	progress.printed(5);
	await pass(450);
	t.is(written().length, length);
});

test('shows the progress of a search that reads lines again', async t => {
	const {progress, written} = scene(false, null);
	await waitFor(() => written() === '\rsearching lines 77 % … (^C ends it)\u001B[K');
	progress.end();
	t.true(written().endsWith('\r\u001B[K'));
});

test('shows the number of printed entries during output to a file, and erases it before other lines and at the end', async t => {
	const {progress, written} = scene(true);
	progress.read();
	progress.printed(7000);
	await waitFor(() => written().includes('\r7000 printed … (^C ends it)\u001B[K'));
	progress.clear();
	t.true(written().endsWith('\r\u001B[K'));
	await waitFor(() => written().endsWith(')\u001B[K'));
	progress.end();
	t.true(written().endsWith('\r\u001B[K'));
});

test('shows nothing for fast work, or without a terminal', async t => {
	const {progress, written} = scene(false);
	progress.read();
	progress.end();
	t.is(written(), '');
	const none = printProgress({store: fakeStore(), query: everything, terminal: null, toFile: true});
	none.read();
	none.printed(1);
	none.end();
	t.pass();
});
