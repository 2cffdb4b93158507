import test from 'ava';
import {footerHints, hintsText} from '../../source/keys/footer-hints.js';

function written(width: number): string {
	return hintsText(footerHints(width));
}

test('the footer starts with the most useful hints; wider lines show more', t => {
	t.is(written(80), '/ search  Enter details  i timeline  f top  r routes  d diff  z rows  ? help');
	t.is(
		written(100),
		'/ search  Enter details  i timeline  f top  r routes  d diff  z rows  2–5 status  l latency  ? help',
	);
	t.is(
		written(200),
		[
			'/ search  Enter details  i timeline  f top  r routes  d diff  z rows  2–5 status  l latency  t period  ? help  j row  ← → cell',
			'e next 5xx  s find  o same client  g newest  Space page  x columns',
		].join('  '),
	);
});

test('during a search, d is the second hint, C precedes r, and hints for moving still appear', t => {
	const at = (width: number): string => hintsText(footerHints(width, ['search']));
	t.is(at(80), '/ search  d diff  Enter details  i timeline  f top  C clear  z rows  ? help');
	t.is(
		at(100),
		'/ search  d diff  Enter details  i timeline  f top  C clear  r routes  ⌫ last term  z rows  ? help',
	);
	t.is(
		at(160),
		[
			'/ search  d diff  Enter details  i timeline  f top  C clear  r routes  ⌫ last term  z rows  2–5 status  l latency  t period',
			'? help  j row  ← → cell  e next 5xx',
		].join('  '),
	);
});

test('hints of the context precede other hints, each key once', t => {
	const at = (width: number): string => hintsText(footerHints(width, ['cell']));
	t.is(at(80), '← → cell  + search for it  - without it  Esc leaves it  / search  z rows  ? help');
	t.is(at(41), '← → cell  + search for it  z rows  ? help');
	t.regex(at(200), /^← → cell {2}\+ search for it {2}- without it {2}Esc leaves it {2}\/ search/);
	t.is(at(200).split('← →').length, 2);
});

test('on narrow lines, the hints that fit are the most useful ones', t => {
	for (let width = 0; width < 80; width++) {
		t.true(written(width).length <= width);
	}
	t.is(written(20), 'z rows  ? help');
	t.is(written(24), '/ search  z rows  ? help');
	t.is(written(6), 'z rows');
	t.is(written(5), '');
});
