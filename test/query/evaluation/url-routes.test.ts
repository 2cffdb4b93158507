import test from 'ava';
import fc from 'fast-check';
import {decodeText, type Escapes} from '../../../source/entries/values/decode-text.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {UrlPaths} from '../../../source/query/evaluation/url-paths.js';
import {UrlRoutes} from '../../../source/query/evaluation/url-routes.js';
import {oddParameter} from '../../../source/routes/oddity.js';
import {routeOf} from '../../../source/routes/route-of.js';
import {intern} from '../../helpers/intern.js';
import {runs} from '../../helpers/runs.js';

const path = fc.oneof(
	fc.constantFrom(
		...['/', '/en/chairs/', '/en/chairs', '/de/chairs/oak/3/oak-chair', '/robots.txt', '*', '', '/n/12/'],
		...[
			'/{language}/{category_slug}/',
			'http://shop.example/en/chairs/',
			'/en/b#c',
			'/a\\x3Fb',
			'/é',
			'/\\u003f',
		],
		`/${'long-'.repeat(60)}`,
	),
	fc.string({unit: fc.constantFrom(...'/en12-a#\\x3F'), maxLength: 12}),
);
const query = fc.constantFrom(
	'',
	'?',
	'?p=1',
	'?p=x',
	'?c=7&p=',
	'?a?b',
	'?p=x#',
	'?é',
	'?\u0080',
	'?q=http://a/',
);
const url = fc.tuple(path, query).map(parts => Buffer.from(parts.join(''), 'latin1'));
const escapes = fc.constantFrom<Escapes>('none', 'clf', 'haproxy', 'json');

test('URLs with the same path have the shape that each has by itself, and what is odd about it', t => {
	fc.assert(
		fc.property(fc.array(fc.tuple(url, escapes), {minLength: 1, maxLength: 60, size: 'max'}), all => {
			const dictionary = new Dictionary();
			const routes = UrlRoutes.of(dictionary);
			for (const [bytes, how] of all) {
				const id = intern(dictionary, bytes, 0, bytes.length);
				if (id === 0) {
					continue;
				}
				const text = decodeText(bytes, how);
				const {route, expects} = routeOf(text);
				const number = routes.of(how, id);
				t.is(routes.shapes.bytes(number).toString(), route);
				t.is(routes.oddParameter(how, id), expects && oddParameter(expects, text), text);
			}
			dictionary.release();
		}),
		runs(500),
	);
});

test('the first URL of a path stands for all with a query, however many there are', t => {
	const dictionary = new Dictionary();
	const paths = new UrlPaths(dictionary);
	const first = new Map<string, number>();
	for (let n = 0; n < 5000; n++) {
		const own = '/way'.repeat(n % 7) + ((n * 7919) % 1500);
		const text = Buffer.from(n % 3 === 0 ? own : `${own}?${n}`);
		const id = intern(dictionary, text, 0, text.length);
		if (n % 3 === 0) {
			t.is(paths.firstOf(id), id);
		} else {
			first.set(own, first.get(own) ?? id);
			t.is(paths.firstOf(id), first.get(own) ?? 0);
		}
	}
	for (let id = dictionary.size; id > 0; id--) {
		const [own = '', of] = dictionary.bytes(id).toString().split('?');
		t.is(paths.firstOf(id), of === undefined ? id : (first.get(own) ?? 0));
	}
	dictionary.release();
});
