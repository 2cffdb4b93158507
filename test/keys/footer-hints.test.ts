import test from 'ava';
import {footerHints, hintsText} from '../../source/keys/footer-hints.js';

function written(width: number, lines = 1): readonly string[] {
	return footerHints(width, lines).map(hintsText);
}

test('the most useful hints are first; wider lines show more', t => {
	t.deepEqual(written(80), ['/ search  2–5 status  t period  i timeline  f top  r routes  ? help  q quit']);
	t.deepEqual(written(100), [
		'/ search  2–5 status  t period  i timeline  f top  r routes  Enter story  ? help  j row  q quit',
	]);
	t.deepEqual(written(80, 2), [
		'/ search  2–5 status  t period  i timeline  f top  r routes  Enter story  ? help',
		'j row  ← → cell  e next 5xx  s find  o same client  g newest  Space page  q quit',
	]);
	t.deepEqual(written(200), [
		[
			'/ search  2–5 status  t period  i timeline  f top  r routes  Enter story  ? help  j row  ← → cell',
			'e next 5xx  s find  o same client  g newest  Space page  z more rows  x columns  = freeze  q quit',
		].join('  '),
	]);
});

test('during a search, hints for moving still appear', t => {
	const at = (width: number, lines = 1) => footerHints(width, lines, ['search']).map(hintsText);
	t.deepEqual(at(100), [
		'/ search  2–5 status  t period  i timeline  f top  r routes  C clear  ⌫ last term  ? help  q quit',
	]);
	t.deepEqual(at(80, 2), [
		'/ search  2–5 status  t period  i timeline  f top  r routes  C clear',
		'⌫ last term  Enter story  ? help  j row  ← → cell  e next 5xx  s find  q quit',
	]);
});

test('hints of the context precede other hints, each key once', t => {
	const at = (width: number, lines = 1) => footerHints(width, lines, ['cell']).map(hintsText);
	t.deepEqual(at(80), ['← → cell  + search for it  - without it  Esc leaves it  / search  ? help  q quit']);
	t.deepEqual(at(41), ['← → cell  + search for it  ? help  q quit']);
	t.regex(at(200)[0] ?? '', /^← → cell {2}\+ search for it {2}- without it {2}Esc leaves it {2}\/ search/);
	t.is(at(200).join(' ').split('← →').length, 2);
});

test('hints of the context on narrow lines', t => {
	for (let width = 0; width < 80; width++) {
		for (const lines of [1, 2]) {
			t.true(written(width, lines).length <= lines);
			t.true(written(width, lines).every(line => line.length <= width));
		}
	}
	t.deepEqual(written(20), ['? help  q quit']);
});
