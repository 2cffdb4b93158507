import test from 'ava';
import {excludeOf, printedQueryOf, queryOf, reportQuestionOf} from '../../source/command-line/query-of.js';
import {UsageError} from '../../source/command-line/usage-error.js';
import {everything} from '../../source/query/query.js';

const now = Date.UTC(2026, 10, 20, 12);

test('the search is parsed in the requested zone', t => {
	const from = (zone: string): unknown => queryOf({query: 'since:2026-11-20T09:00', zone}, now).expression;
	t.deepEqual(from('utc'), {type: 'time', from: {at: Date.UTC(2026, 10, 20, 9)}, until: null});
	t.deepEqual(from('Europe/Vienna'), {type: 'time', from: {at: Date.UTC(2026, 10, 20, 8)}, until: null});
	t.deepEqual(from('Asia/Kathmandu'), {type: 'time', from: {at: Date.UTC(2026, 10, 20, 3, 15)}, until: null});
});

test('without a search, everything matches', t => {
	t.deepEqual(queryOf({query: '', zone: 'utc'}, now), everything);
});

test('an empty exclude is null; an invalid exclude is wrong usage', t => {
	t.is(excludeOf({exclude: '', zone: 'utc'}, now), null);
	t.is(excludeOf({exclude: '-url:/a', zone: 'utc'}, now)?.text, '-url:/a');
	const error = t.throws(() => excludeOf({exclude: '-url:/a url:/b', zone: 'utc'}, now), {
		instanceOf: UsageError,
		message: '--exclude: each term of an exclude begins with -: write -url:/b to hide these requests',
	});
	t.deepEqual(error?.shown, ['-url:/a url:/b', '        ^^^^^^']);
});

test('printing omits requests that --exclude matches, but ignores the exclude of the config file', t => {
	const asked = {query: 'status:200', exclude: '-url:/a', asksToExclude: true, zone: 'utc'};
	t.is(printedQueryOf(asked, now).text, 'status:200 -url:/a');
	t.is(printedQueryOf({...asked, query: ''}, now).text, '-url:/a');
	t.is(printedQueryOf({...asked, asksToExclude: false}, now).text, 'status:200');
	t.is(printedQueryOf({...asked, exclude: ''}, now).text, 'status:200');
});

test('--diff compares a search that has a period with the rest of that period, and a period alone with the previous period', t => {
	const compared = (diff: string, baseline?: string) => {
		const asking = {zone: 'utc', report: 'diff', by: 'requests', diff, baseline} as const;
		const others = {top: undefined, timeline: undefined};
		const question = reportQuestionOf(
			{...asking, ...others},
			queryOf({query: 'host:shop', zone: 'utc'}, now),
			now,
		);
		t.is(question?.report, 'diff');
		const {comparison} = question as Extract<typeof question, {report: 'diff'}>;
		return [comparison.selection.text, comparison.within.text, comparison.baseline];
	};
	t.deepEqual(compared('status:5xx since:15m'), ['status:5xx', 'host:shop since:15m', 'rest']);
	t.deepEqual(compared('status:5xx since:15m', 'rest'), ['status:5xx', 'host:shop since:15m', 'rest']);
	t.deepEqual(compared('status:5xx since:15m', 'before'), ['status:5xx since:15m', 'host:shop', 'before']);
	t.deepEqual(compared('since:15m'), ['since:15m', 'host:shop', undefined]);
	t.deepEqual(compared('status:5xx'), ['status:5xx', 'host:shop', undefined]);
	t.deepEqual(compared('((status:5xx) since:15m)'), ['((status:5xx) since:15m)', 'host:shop', undefined]);
	for (const place of ['/cart', '-route:/health', '(param:a=b OR -(url:/b since:15m))']) {
		t.deepEqual(compared(`${place} status:5xx`), ['status:5xx', `host:shop ${place}`, 'rest'], place);
	}
});

test('an invalid search is wrong usage: the error has the message, the search and the position', t => {
	const error = t.throws(() => queryOf({query: 'ip:10.0.0.1\tstauts:404 日', zone: 'utc'}, now), {
		instanceOf: UsageError,
		message:
			'--query: there is no field “stauts”, did you mean status:? To search for the text, write "stauts:404"',
	});
	t.deepEqual(error?.shown, ['ip:10.0.0.1\\tstauts:404 日', '             ^^^^^^']);
});
