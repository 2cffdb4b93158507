import test from 'ava';
import fc from 'fast-check';
import {cutRoute} from '../../source/format/cut-route.js';
import {terminalWidth} from '../../source/format/fit-width.js';

test('shortens parameters from the left, but the last one, then cuts the end', t => {
	const route = '/{language}/{category_slug}/{subcategory_slug}/{id}';
	t.is(cutRoute(route, 60), route);
	t.is(cutRoute(route, 45), '/{…}/{category_slug}/{subcategory_slug}/{id}');
	t.is(cutRoute(route, 30), '/{…}/{…}/{…}/{id}');
	t.is(cutRoute(route, 10), '/{…}/{…}/…');
	t.is(cutRoute('/checkout/finish', 10), '/checkout…');
});

test('never exceeds the width', t => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom('/', '{id}', '{a_long_name}', '日本', 'abc', '…')),
			fc.integer({min: 1, max: 60}),
			(parts, width) => {
				t.true(terminalWidth(cutRoute(parts.join(''), width)) <= width);
			},
		),
	);
});
