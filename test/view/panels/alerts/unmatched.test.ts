import test from 'ava';
import {parseQuery} from '../../../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../../../source/query/parsing/time-period.js';
import type {Query} from '../../../../source/query/query.js';
import {unmatched} from '../../../../source/view/panels/alerts/unmatched.js';
import {entry, start} from '../../../helpers/entry.js';
import {fakeClock, passTime} from '../../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';
import {settle} from '../../../helpers/settle.js';

function parsed(text: string): Query {
	return parseQuery(text, anyCalendar);
}

test('after an error, no search has the answer of an earlier search, and all searches are repeated', async t => {
	const clock = fakeClock(start);
	const store = fakeStoreAt(clock, entry(1));
	const {count} = store;
	let changes = 0;
	const lacking = unmatched(store, clock, () => {
		changes++;
	});
	const [first, second] = [parsed('url:/first'), parsed('url:/second')];
	lacking.ask([first]);
	await settle();
	t.true(lacking.has(first));
	store.count = () => Promise.reject(new Error('no answer'));
	lacking.ask([second]);
	await settle();
	t.false(lacking.has(first), 'nobody asks for it now');
	t.false(lacking.has(second), 'not known');
	store.count = count;
	await passTime(clock, 5000);
	t.true(lacking.has(second));
	t.true(changes > 0);
	lacking.close();
});
