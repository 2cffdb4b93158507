import test from 'ava';
import {rawReads, type WithRaw} from '../../../../../source/view/panels/request-details/facts/raw-reads.js';
import {entry} from '../../../../helpers/entry.js';
import {fakeStore} from '../../../../helpers/fake-store.js';
import {settle} from '../../../../helpers/settle.js';
import {waitFor} from '../../../../helpers/wait-for.js';

/** A request whose line can't be parsed separately, so any line may belong to it. */
function unread(n: number): WithRaw {
	return {
		entry: entry(n, {format: 'w3c'}),
		raw: {state: 'reading', share: null},
	};
}

test('aborts the read for another request, even if the new one has already been read', async t => {
	const store = fakeStore();
	store.setRaw(() => Buffer.from('the line itself'));
	let changes = 0;
	const reads = rawReads(store, () => changes++);
	const [first, second] = [unread(1), unread(2)];
	reads.read(first);
	await waitFor(() => first.raw.state === 'read');
	store.block();
	reads.read(second);
	reads.read(second);
	t.is(store.aborted, 0);
	reads.read(first);
	t.is(store.aborted, 1);
	store.release();
	await settle();
	t.is(changes, 1);
	t.is(second.raw.state, 'reading');
	reads.read(second);
	await waitFor(() => second.raw.state === 'read');
	t.is(changes, 2);
});
