import test from 'ava';
import {parseQuery} from '../../../../source/query/parsing/parse-query.js';
import type {Query} from '../../../../source/query/query.js';
import {suggestedRule} from '../../../../source/view/panels/alerts/suggested-rule.js';
import {entryAt, start} from '../../../helpers/entry.js';
import {fakeStoreAt} from '../../../helpers/fake-store.js';

/** Suggests a rule for 5xx, from the numbers of requests with 5xx in each of the last minutes, which have other requests, too. */
async function suggested(minutes: readonly number[]) {
	const now = start + minutes.length * 60_000 - 1000;
	const entries = minutes.flatMap((failed, index) =>
		Array.from({length: failed + 1}, (_, n) =>
			entryAt(1000 * index + n, 60 * index + 5, {status: n === 0 ? 200 : 500}),
		),
	);
	const queryOf = (text: string): Query => parseQuery(text, {now, zoneAt: () => 0});
	return suggestedRule({
		store: fakeStoreAt({now: () => now}, ...entries),
		search: {query: queryOf('status:5xx'), queryOf},
		...{selection: null, excluded: '', now},
	});
}

function times(n: number, failed: number): readonly number[] {
	return Array.from({length: n}, () => failed);
}

test('while an incident lasts for up to 75 % of the hour, the threshold is half of its busiest minute', async t => {
	for (const length of [5, 25, 35, 44]) {
		t.deepEqual(await suggested([...times(60 - length, 2), ...times(length, 60)]), {
			rule: 'status:5xx over 30 in 1m',
			reason: 'The last hour had 2 in ordinary minutes, 60 in the busiest; Enter adds the rule',
		});
	}
});

test('if an incident has lasted for the whole hour, the hours before determine the ordinary number', async t => {
	for (const length of [50, 60, 100]) {
		t.deepEqual(await suggested([...times(300, 2), ...times(length, 60)]), {
			rule: 'status:5xx over 30 in 1m',
			reason: 'Before the last hour, ordinary minutes had 2, now up to 60; Enter adds it',
		});
	}
});

test('without an incident, the threshold is twice the busiest minute of the last hour, regardless of earlier hours', async t => {
	for (const before of [times(300, 20), times(300, 40), times(5, 0), []]) {
		t.deepEqual(await suggested([...before, ...times(59, 30), 35]), {
			rule: 'status:5xx over 70 in 1m',
			reason: 'Twice the busiest minute of the last hour (35 requests); Enter adds the rule',
		});
	}
});
