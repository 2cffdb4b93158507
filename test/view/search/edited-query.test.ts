import test from 'ava';
import {windowTerm} from '../../../source/view/commands/search-commands.js';
import {withoutLastTerm, withTerms, withTermsFor} from '../../../source/view/search/chips.js';

test('adds each term once', t => {
	t.is(withTerms('', ['status:404']), 'status:404');
	t.is(withTerms(' shop ', ['status:404', '-ip:1.2.3.4']), 'shop status:404 -ip:1.2.3.4');
	t.is(withTerms('status:404 shop', ['status:404']), 'status:404 shop');
	t.is(withTerms('', ['a', 'a']), 'a');
	t.is(withTerms('a', []), 'a');
});

test('an added term replaces its opposite', t => {
	t.is(withTerms('ip:=X shop', ['-ip:=X']), 'shop -ip:=X');
	t.is(withTerms('-ip:=X shop', ['ip:=X']), 'shop ip:=X');
	t.is(withTerms('!ip:=X', ['ip:=X']), 'ip:=X');
	t.is(withTerms('ip:=X', ['-ip:=Y']), 'ip:=X -ip:=Y');
	t.is(withTerms('ip:=X OR shop', ['-ip:=X']), '(ip:=X OR shop) -ip:=X');
	t.is(withTerms('-(a OR b) c', ['(a OR b)']), 'c (a OR b)');
	t.is(withTerms('ip:=X -ip:=X', ['ip:=X']), 'ip:=X');
});

test('puts terms joined with OR in parentheses before it adds a term', t => {
	t.is(withTerms('a OR b', ['status:404']), '(a OR b) status:404');
	t.is(withTerms('(a OR b)', ['status:404']), '(a OR b) status:404');
	t.is(withTerms('(a) OR (b)', ['status:404']), '((a) OR (b)) status:404');
	t.is(withTerms('-(a OR b) c', ['status:404']), '-(a OR b) c status:404');
	t.is(withTerms('"a OR b"', ['status:404']), '"a OR b" status:404');
});

test('replaces all terms of a field', t => {
	t.is(withTermsFor('status:404 shop -status:200', ['status'], ['status:5xx']), 'shop status:5xx');
	t.is(withTermsFor('since:5m until:9:00 shop', ['since', 'until', 'on'], []), 'shop');
	t.is(withTermsFor('status:404 OR shop', ['status'], ['status:5xx']), '(status:404 OR shop) status:5xx');
	t.is(withTermsFor('', ['status'], []), '');
});

test('removes the last term', t => {
	t.is(withoutLastTerm('shop status:404'), 'shop');
	t.is(withoutLastTerm('shop -(a OR b)'), 'shop');
	t.is(withoutLastTerm('a OR b'), '');
	t.is(withoutLastTerm(''), null);
});

test('steps through the periods in a cycle', t => {
	const round = (step: 1 | -1): readonly (string | null)[] => {
		const terms: (string | null)[] = [];
		let text = 'shop';
		for (let n = 0; n < 7; n++) {
			const term = windowTerm(text, step);
			terms.push(term);
			text = `shop ${term ?? ''}`;
		}
		return terms;
	};
	t.deepEqual(round(1), ['since:5m', 'since:15m', 'since:30m', 'since:1h', 'since:24h', null, 'since:5m']);
	t.deepEqual(round(-1), ['since:24h', 'since:1h', 'since:30m', 'since:15m', 'since:5m', null, 'since:24h']);
	t.is(windowTerm('since:9:00 until:10:00', 1), 'since:5m');
	t.is(windowTerm('since:5m until:9:00', 1), 'since:5m');
});
