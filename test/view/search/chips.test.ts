import test from 'ava';
import fc from 'fast-check';
import {terminalWidth} from '../../../source/format/fit-width.js';
import {windowTerm} from '../../../source/view/commands/search-commands.js';
import {
	type Chips,
	chipsIn,
	withoutLastTerm,
	withTerms,
	withTermsFor,
} from '../../../source/view/search/chips.js';
import {forAll} from '../../helpers/for-all.js';
import {nastyText} from '../../helpers/nasty-text.js';

function written({isCut, chips}: Chips): string {
	return (
		(isCut ? '… ' : '') + chips.map(({text, isUnwanted}) => `${isUnwanted ? '!' : ''}[${text}]`).join(' ')
	);
}

function width({isCut, chips}: Chips): number {
	return (
		(isCut ? 2 : 0) +
		chips.reduce((sum, {text}) => sum + terminalWidth(text), 0) +
		Math.max(0, chips.length - 1)
	);
}

test('shows a chip for each term', t => {
	t.is(
		written(chipsIn('status:5xx -ip:203.0.113.9 shop', 80)),
		'[ status:5xx ] ![ -ip:203.0.113.9 ] [ shop ]',
	);
	t.is(written(chipsIn('status:404 OR status:410', 80)), '[ status:404 OR status:410 ]');
	t.is(written(chipsIn('  ', 80)), '');
});

test('shows the last chips if they don’t all fit', t => {
	const text = 'status:5xx -ip:203.0.113.9 shop';
	t.is(written(chipsIn(text, 37)), '[ status:5xx ] ![ -ip:203.0.113.9 ] [ shop ]');
	t.is(written(chipsIn(text, 36)), '[ status:5xx ] ![ -ip:203.0.113… ] [ shop ]');
	t.is(written(chipsIn(text, 30)), '… ![ -ip:203.0.113… ] [ shop ]');
	t.is(written(chipsIn(text, 10)), '… [ shop ]');
	t.is(written(chipsIn(text, 6)), '… [ s… ]');
});

test('shows the beginning of a long term and the chips around it', t => {
	const agent = 'agent:"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)"';
	t.is(
		written(chipsIn(agent, 80)),
		'[ agent:"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko)" ]',
	);
	t.is(written(chipsIn(agent, 40)), '[ agent:"Mozilla/5.0 (X11; Linux x86_64… ]');
	t.is(
		written(chipsIn(`-url:/en/* ${agent} since:24h`, 80)),
		'![ -url:/en/* ] [ agent:"Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/5… ] [ since:24h ]',
	);
	t.is(
		written(chipsIn(`${agent} -${agent} status:404 ${agent}`, 80)),
		'[ agent:"Mozilla/5.0… ] ![ -agent:"Mozilla/5.… ] [ status:404 ] [ agent:"Mozilla/5.0… ]',
	);
});

test('shortens a period to the time of day, with the day if it fits', t => {
	const range = 'since:2026-11-20T09:00 until:2026-11-20T10:30';
	t.is(written(chipsIn(range, 49)), '[ since:2026-11-20T09:00 ] [ until:2026-11-20T10:30 ]');
	t.is(written(chipsIn(range, 48)), '[ since:…11-20T09:00 ] [ until:…11-20T10:30 ]');
	t.is(written(chipsIn(range, 40)), '[ since:…20T09:00 ] [ until:…20T10:30 ]');
	t.is(written(chipsIn(`-${range}`, 34)), '![ -since:…09:00 ] [ until:…10:30 ]');
	t.is(written(chipsIn('since:2026-11-20T09:00:05+01:00', 26)), '[ since:…20T09:00:05+01:00 ]');
	t.is(written(chipsIn('since:2026-11-20T09:00:05+01:00', 18)), '[ since:…09:00:05… ]');
	t.is(written(chipsIn('until:"2026-11-20 9:00"', 20)), '[ until:"…20 9:00" ]');
	t.is(written(chipsIn('on:2026-11-20', 12)), '[ on:…11-20 ]');
	t.is(written(chipsIn('on:2026-11-20 OR on:2026-11-21', 20)), '[ on:2026-11-20 OR … ]');
	t.is(written(chipsIn('since:1h30m15s', 10)), '[ since:1… ]');
	t.is(written(chipsIn('since:2026-11-20T09:00', 3)), '[ … ]');
});

test('chips of any search fit on the line and are sanitised', t => {
	forAll(100, fc.array(nastyText, {maxLength: 5}), fc.integer({min: 3, max: 60}), (words, maxWidth) => {
		const chips = chipsIn(words.map(word => `url:"${word.replaceAll(/["\\]/g, '')}x"`).join(' '), maxWidth);
		t.true(width(chips) <= maxWidth);
		t.notRegex(chips.chips.map(({text}) => text).join(''), /[\p{Cc}\p{Cs}]/u);
	});
});

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
