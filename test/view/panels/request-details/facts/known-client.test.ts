import test from 'ava';
import {
	clientQuery,
	knownBy,
	knownClient,
} from '../../../../../source/view/panels/request-details/facts/client.js';
import {entry} from '../../../../helpers/entry.js';
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
