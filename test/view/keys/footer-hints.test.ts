import test from 'ava';
import {footerHints} from '../../../source/view/keys/footer-hints.js';

const written = (width: number): string =>
	footerHints(width)
		.map(({key, text}) => `${key} ${text}`)
		.join('  ');

test('all hints where there is room', t => {
	t.is(
		written(120),
		'j row  Enter story  / search  i timeline  f top  r routes  = freeze  z more rows  ? help  q quit',
	);
});

test('what is left of them where there is less', t => {
	for (let width = 0; width < 80; width++) {
		t.true(written(width).length <= width);
	}

	t.is(written(20), '? help  q quit');
});
