import test from 'ava';
import {cellHints, footerHints, hintsText} from '../../../source/view/keys/footer-hints.js';

const written = (width: number): string => hintsText(footerHints(width));

test('the usual hints where there is room, and more where there is more', t => {
	t.is(
		written(100),
		'j row  Enter story  / search  i timeline  f top  r routes  = freeze  z more rows  ? help  q quit',
	);
	t.is(
		written(200),
		[
			'j row  Space page  g newest  Enter story  / search  ← → cell  2–5 status  t period  e next 5xx',
			'o same client  s mark  i timeline  f top  r routes  = freeze  z more rows  ? help  q quit',
		].join('  '),
	);
});

test('what matters where one is stands before the others, each key once', t => {
	const at = (width: number): string => hintsText(footerHints(width, cellHints));
	t.is(at(80), '← → cell  + search for it  - without it  Esc leaves it  j row  ? help  q quit');
	t.is(at(41), '← → cell  + search for it  ? help  q quit');
	t.regex(at(200), /^← → cell {2}\+ search for it {2}- without it {2}Esc leaves it {2}j row {2}Space page/);
	t.is(at(200).split('← →').length, 2);
});

test('what is left of them where there is less', t => {
	for (let width = 0; width < 80; width++) {
		t.true(written(width).length <= width);
	}

	t.is(written(20), '? help  q quit');
});
