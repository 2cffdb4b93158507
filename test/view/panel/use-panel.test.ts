import test from 'ava';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock, passTime} from '../../helpers/fake-clock.js';
import {fakeStore} from '../../helpers/fake-store.js';
import {screenScene} from '../../helpers/screen.js';

test('a covered panel sends no queries, and catches up when it is visible again', async t => {
	const store = fakeStore(...entries(1, 35));
	const clock = fakeClock(start + 100_000);
	const screen = screenScene({t, store, clock, columns: 160, lines: 45});
	await screen.has('results found');
	const facets = (): number => store.calls.filter(call => call.startsWith('facets')).length;
	await screen.press('f', '\n35 requests');
	await screen.press('\t\r', '─ f Most frequent', 'Same client  203.0.113.9, 35');
	await screen.press('\t\tZ', 'Z back');
	await passTime(clock, 2000);
	const before = facets();
	store.add(entry(36));
	await screen.has('Same client  203.0.113.9, 36');
	await passTime(clock, 5000);
	t.is(facets(), before);
	await screen.press('Z', '\n36 requests');
	t.true(facets() > before);
});
