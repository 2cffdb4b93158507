import test from 'ava';
import fc from 'fast-check';
import {decodeText, type Escapes} from '../../../source/entries/values/decode-text.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {UrlRoutes} from '../../../source/query/evaluation/url-routes.js';
import {KnownRoutes} from '../../../source/routes/known-routes.js';
import {oddParameter} from '../../../source/routes/oddity.js';
import {forAll} from '../../helpers/for-all.js';
import {intern} from '../../helpers/intern.js';
import {words} from '../../helpers/words.js';

const known = new KnownRoutes();

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
	// Paths made of parts that affect the shape.
	fc
		.array(
			fc.constantFrom(
				...['/', '/', '/', '-', '.', '_', '%20', '%2', '%', '12', '0123456789abcdef', 'deadbeef', 'dead1234'],
				...['123e4567-e89b-12d3-a456-426614174000', '123E4567-e89b-12d3-a456-42661417400', 'g', 'en', 'v2'],
				...words`/en/ admin/ controllers/ .js .php /detail/index/sArticle/ /sCategory/ robots.txt`,
				...['chairs', 'a{b}', '(', 'long-'.repeat(30), '/7'.repeat(40)],
			),
			{minLength: 1, maxLength: 10},
		)
		.map(parts => `/${parts.join('')}`),
	fc.constantFrom(
		'/admin/a.b.php',
		'/admin/.php',
		'/admin/controllers/x.js',
		'/en/detail/index/sArticle/1/sCategory/22',
	),
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
	'?p=-12&c=007',
	'?p=-',
	'?p',
	'?&&p=1&&p=',
	'?cp=x&c=5x&p=6',
	'?pp=x&c=',
);
const url = fc.tuple(path, query).map(parts => Buffer.from(parts.join(''), 'latin1'));
const escapes = fc.constantFrom<Escapes>('none', 'clf', 'haproxy', 'json');

test('URLs in a dictionary get the same shape and oddity as single URLs', t => {
	forAll(500, fc.array(fc.tuple(url, escapes), {minLength: 1, maxLength: 60, size: 'max'}), all => {
		const dictionary = new Dictionary();
		const routes = UrlRoutes.of(dictionary, known);
		for (const [bytes, how] of all) {
			const id = intern(dictionary, bytes, 0, bytes.length);
			if (id === 0) {
				continue;
			}
			const text = decodeText(bytes, how);
			const {route, expects} = known.of(text);
			const number = routes.of(how, id);
			t.is(routes.shapes.bytes(number).toString(), route);
			t.is(routes.oddParameter(how, id), expects && oddParameter(expects, text), text);
		}
		dictionary.release();
	});
});
