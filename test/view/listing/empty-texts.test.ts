import test from 'ava';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {noneOfText} from '../../../source/view/listing/empty-texts.js';

const now = Date.UTC(2026, 10, 5, 9);

for (const [search, expected] of [
	['status:404', '0 of 35 requests'],
	['status:404 since:5m', '0 of 35 in the last 5 min'],
	['since:2h since:90s', '0 of 35 in the last 90 s'],
	['since:2h until:1h', '0 of 35 in this period'],
	['since:8:00 status:404', '0 of 35 in this period'],
	['since:5m OR status:404', '0 of 35 requests'],
] as const) {
	test(`an empty result of ${search} states how many requests were searched`, t => {
		t.is(noneOfText(35, parseQuery(search, {now, zoneAt: () => 0})), expected);
	});
}

test('an empty result in an empty period states no number of searched requests', t => {
	t.is(noneOfText(0, parseQuery('since:5m', {now, zoneAt: () => 0})), '');
});
