import test from 'ava';
import type {Baseline, TimeRange} from '../../../../source/differences/comparison.js';
import type {Finding} from '../../../../source/differences/differences.js';
import {calendarIn} from '../../../../source/format/calendar.js';
import {timeFormatter} from '../../../../source/format/time-formatter.js';
import {parseQuery} from '../../../../source/query/parsing/parse-query.js';
import type {Query} from '../../../../source/query/query.js';
import {localTime} from '../../../../source/timeline/local-time.js';
import {goneSearch} from '../../../../source/view/panels/differences/gone-search.js';
import {start} from '../../../helpers/entry.js';

const gone: Finding = {
	...{field: 'route', value: '/sync', also: [], mostly: []},
	selected: {n: 0, share: 0},
	baseline: {n: 30, share: 0.3},
};

const now = start + 3_600_000;
function parse(text: string): Query {
	return parseQuery(text, calendarIn('utc', now));
}

function searchOf(
	selection: string,
	baseline: Baseline,
	{
		within = '',
		before,
		finding = gone,
	}: {readonly within?: string; readonly before?: TimeRange; readonly finding?: Finding},
): string | null {
	return goneSearch(
		finding,
		{selection: parse(selection), within: parse(within), baseline},
		{before: before ?? null},
		{parse, now, local: localTime(timeFormatter('utc').offsetAt, null)},
	);
}

const before = {from: start, until: start + 59_999};

test('the search for a value of the previous period covers that period, with the other conditions', t => {
	t.is(
		searchOf('url:/a OR url:/b', 'before', {within: 'since:1h', before}),
		'(url:/a OR url:/b) since:1h since:2026-11-05T09:00 until:2026-11-05T09:01 route:==/sync',
	);
	t.is(
		searchOf('status:2xx since:9:30 (until:9:40 bot:no)', 'before', {before}),
		'status:2xx since:2026-11-05T09:00 until:2026-11-05T09:01 route:==/sync',
	);
});

test('the search for a value of the rest or of a different search omits the period of the selection', t => {
	t.is(
		searchOf('since:9:30 bot:no', 'rest', {within: 'host:a OR host:b'}),
		'bot:no (host:a OR host:b) route:==/sync',
	);
	t.is(searchOf('since:9:30', parse('url:/a OR url:/b'), {}), '(url:/a OR url:/b) route:==/sync');
});

test('a value without a search term has no search', t => {
	t.is(searchOf('since:9:30', 'rest', {finding: {...gone, field: 'bytes', value: null}}), null);
});
