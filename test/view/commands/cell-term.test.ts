import test from 'ava';
import fc from 'fast-check';
import {columns} from '../../../source/fields/fields.js';
import {cellText} from '../../../source/format/cells.js';
import type {Column} from '../../../source/format/columns.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {parseQuery} from '../../../source/query/parsing/parse-query.js';
import {cellTerm} from '../../../source/view/commands/cell-term.js';
import {entry, start} from '../../helpers/entry.js';
import {forAll} from '../../helpers/for-all.js';
import {matches} from '../../helpers/query-model.js';

const calendar = {now: start, zoneAt: () => 0};
const formatTime = timeFormatter('utc');
const text = fc.option(
	fc.constantFrom('a b', 'shop.example', 'HTTP/1.1', 'say "hi"', '*', '=x', '~y', 'Ä', 'a,b', '(c'),
);
const number = fc.option(fc.constantFrom(0, 1, 66_400, 2 ** 53 - 1));

test("the term of a cell matches its entry, and the negated term doesn't", t => {
	const anyEntry = fc
		.record({
			host: text,
			user: text,
			referer: text,
			userAgent: fc.option(fc.constantFrom('curl/8.5.0', 'Googlebot/2.1', 'Mozilla/5.0 (X11) Firefox/145.0')),
			protocol: text,
			forwardedFor: text,
			upstream: text,
			bytes: number,
			durationMs: fc.option(fc.constantFrom(0, 0.25, 1234, 0.1 + 0.2)),
			url: fc.option(fc.constantFrom('/en/42', '/', '/a b?c=d')),
		})
		.map(changes => entry(1, changes));
	forAll(100, anyEntry, fc.constantFrom(...columns), (given, column) => {
		const message = `${column}: ${cellText(column, given, formatTime)}`;
		for (const isWanted of [true, false]) {
			const term = cellTerm(column, given, isWanted, () => 0);
			t.not(term, null, message);
			const {expression} = parseQuery(term ?? '', calendar);
			t.is(matches(expression, given, start), isWanted, `${message}: ${term}`);
		}
	});
});

test('the term of a bot or tool is bot:yes, of a browser bot:no', t => {
	const term = (userAgent: string | null): string | null =>
		cellTerm('client', entry(1, {userAgent}), true, () => 0);
	t.is(term('curl/8.5.0'), 'bot:yes');
	t.is(term('Mozilla/5.0 (compatible; Googlebot/2.1)'), 'bot:yes');
	t.is(term('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'), 'bot:no');
	t.is(term(null), '-agent:*');
	t.is(term(''), null);
	t.is(
		cellTerm('duration', entry(1, {durationMs: 1e-7}), true, () => 0),
		null,
	);
});

test('a log field becomes a term for its value, or for requests without a value', t => {
	const given = entry(1, {fields: {cs: 'HIT', rid: null}});
	const term = (column: Column, isWanted: boolean): string | null =>
		cellTerm(column, given, isWanted, () => 0);
	t.is(term('@cs', true), '@cs:=HIT');
	t.is(term('@cs', false), '-@cs:=HIT');
	t.is(term('@rid', true), '-@rid:*');
	t.is(term('@tenant', true), null, 'its line is unread');
});
