import {appendFileSync} from 'node:fs';
import test from 'ava';
import {noteHints} from '../../source/doctor/note-hints.js';
import {statusHint} from '../../source/doctor/status-hint.js';
import {defaultProxies} from '../../source/entries/client-choice.js';
import {everything} from '../../source/query/query.js';
import type {EmbeddedStore} from '../../source/store/embedded-store.js';
import {openStore} from '../helpers/open-store.js';
import {untilCounted} from '../helpers/store-model.js';
import {temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

/** Returns lines of requests, with these columns between the request and the referer. */
function lines(count: number, columns: string): string {
	return `203.0.113.7 - - [20/Nov/2024:09:03:07 +0000] "GET / HTTP/1.1" ${columns} "-" "c"\n`.repeat(count);
}

for (const [what, text, isReported] of [
	['two numbers that can both be the status', lines(18, '45 200 45') + lines(2, '404 200 45'), true],
	['the same in one line of many', lines(19, '45 200 45') + lines(1, '404 200 45'), false],
	['a number that is no status', lines(5, '999 45'), true],
	['requests without status, as the log says', lines(5, '- 45'), false],
] as const) {
	test(`hint that the status of many requests can’t be read: ${what}`, async t => {
		const store = openStore(t, [temporaryLog(t, text).path]);
		await store.settled();
		t.is((await statusHint(store, undefined)) !== null, isReported);
		t.is(await statusHint(store, 'combined'), null);
	});
}

test('the numbers of the hint are from one moment, also while requests arrive', async t => {
	const {path} = temporaryLog(t, lines(20, '404 200 45'));
	const store = openStore(t, [path]);
	await store.settled();
	const grow = async (): Promise<void> => {
		appendFileSync(path, lines(20, '404 200 45'));
		await untilCounted(store, 40);
	};
	const growing: Pick<EmbeddedStore, 'count' | 'facets' | 'page' | 'raw'> = {
		count: query => (query === everything ? store.count(query) : grow().then(() => store.count(query))),
		facets: (...question) => grow().then(() => store.facets(...question)),
		page: (...question) => store.page(...question),
		raw: (...question) => store.raw(...question),
	};
	t.regex((await statusHint(growing, undefined))?.text ?? '', /^40 of the newest 40 requests/);
});

test('a notice reports that the status of many requests can’t be read, with advice', async t => {
	const store = openStore(t, [temporaryLog(t, lines(200, '45 200 45') + lines(50, '404 200 45')).path]);
	const client = {mode: 'peer', trusted: defaultProxies} as const;
	noteHints(store, {format: undefined, client}, error => t.fail(String(error)));
	await waitFor(() => store.status().notices.length > 0);
	t.deepEqual(
		store.status().notices.map(({text}) => text),
		[
			"50 of the newest 250 requests have no status: 404 200 can both be the status: give --format the server's log_format or LogFormat",
		],
	);
});
