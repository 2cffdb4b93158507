import test from 'ava';
import {
	clientQuery,
	knownBy,
	knownClient,
	stepsAlong,
} from '../../../../../source/view/panels/request-details/facts/client.js';
import {entries, entry} from '../../../../helpers/entry.js';
import {fakeStore} from '../../../../helpers/fake-store.js';

const before = entry(1, {status: 301, url: '/en/kitchen'});
const after = entry(2, {url: '/en/kitchen/'});

test('facts about a request also answer for the requests around it', async t => {
	const store = fakeStore(before, after);
	const {ip} = before;
	const known = await knownClient(store, clientQuery(ip ?? ''), before, new AbortController().signal);
	t.is(known.around.total, 2);
	t.deepEqual(
		known.redirects.after.map(hop => hop.entry),
		[after],
	);
	t.is(knownBy(known, before), known);
	const other = knownBy(known, after);
	t.is(other?.around, known.around);
	t.deepEqual(
		other?.redirects.before.map(hop => hop.entry),
		[before],
	);
	t.is(knownBy(known, entry(3)), null);
	t.is(knownBy(null, before), null);
});

/** Requests 9 to 1, newest first. */
const around = entries(1, 9).toReversed();
function of(n: number) {
	return around[9 - n] ?? entry(n);
}

test('positive steps lead to older requests, negative ones to newer requests', t => {
	t.deepEqual(stepsAlong(of(5), 2, around, of(5)), {entry: of(3), left: 0, isEnd: false});
	t.deepEqual(stepsAlong(of(5), -4, around, of(5)), {entry: of(9), left: 0, isEnd: false});
	t.deepEqual(stepsAlong(of(5), 0, around, of(5)), {entry: of(5), left: 0, isEnd: false});
});

test('steps beyond the known requests wait, or end if the query found no more', t => {
	t.deepEqual(stepsAlong(of(5), 6, around, of(5)), {entry: of(1), left: 2, isEnd: false});
	t.deepEqual(stepsAlong(of(2), 6, around, of(1)), {entry: of(1), left: 5, isEnd: true});
	t.deepEqual(stepsAlong(of(8), -3, around, of(9)), {entry: of(9), left: -2, isEnd: true});
	t.deepEqual(stepsAlong(of(9), 1, around, of(9)), {entry: of(8), left: 0, isEnd: false});
});

test('steps from an unknown request wait, or end if it has no address', t => {
	const other = entry(20);
	t.deepEqual(stepsAlong(other, 3, around, of(5)), {entry: other, left: 3, isEnd: false});
	t.deepEqual(stepsAlong(other, -3, [], null), {entry: other, left: -3, isEnd: false});
	const anonymous = entry(20, {ip: null});
	t.deepEqual(stepsAlong(anonymous, 1, around, of(5)), {entry: anonymous, left: 1, isEnd: true});
});
