import test from 'ava';
import fc from 'fast-check';
import {Dictionary} from '../../source/index/dictionary.js';
import {noInteger, oddParameter} from '../../source/routes/oddity.js';
import {RouteError} from '../../source/routes/route.js';
import {RouteSet} from '../../source/routes/route-set.js';
import {runs} from '../helpers/for-all.js';
import {intern} from '../helpers/intern.js';
import {words} from '../helpers/words.js';

const own = new RouteSet([
	{template: '/shop/{customer}/cart'},
	{template: '/shop/{id}/'},
	{template: '/shop/special/', status: 410},
	{template: '/files/thumb-{file_name}.jpg?w=<int>&h=<int>'},
	{template: '/2024/{title}/'},
]);

const cases: ReadonlyArray<readonly [url: string, route: string]> = [
	['/shop/a b,c!/cart', '/shop/a b,c!/cart'],
	['/shop/a,c!/cart', '/shop/{customer}/cart'],
	['/shop//cart', '/shop//cart'],
	['/shop/7/', '/shop/{id}/'],
	['/shop/special/', '/shop/special/'],
	['/shop/other/', '/shop/other/'],
	['/files/thumb-a.b.jpg', '/files/thumb-{file_name}.jpg'],
	['/files/thumb-.jpg', '/files/thumb-.jpg'],
	['/files/thumb.jpg', '/files/thumb.jpg'],
	['/2024/abc/', '/2024/{title}/'],
	['/2024/abc', '/{id}/abc'],
];

for (const [url, route] of cases) {
	test(`${url} has the shape ${route} among user-defined shapes`, t => {
		t.is(own.routeOf(url).route, route);
	});
}

test('WebAssembly finds the same shape as TypeScript, or none', t => {
	const pieces = words`shop / / a 7 special cart files thumb- a.b .jpg 2024 ! - é #`;
	const queries = ['', '', '?', '?w=1&h=2', '?h=x', '?w=1&h=', '?h', '?hw=x&w=-7'];
	const path = fc.oneof(
		fc.array(fc.constantFrom(...pieces), {maxLength: 9}).map(parts => `/${parts.join('')}`),
		fc.constantFrom(...cases.map(([one]) => one)),
	);
	const url = fc.tuple(path, fc.constantFrom(...queries)).map(parts => parts.join(''));
	const often = runs(500);
	const seen = {shaped: 0, odd: 0, folded: 0, none: 0};
	fc.assert(
		fc.property(fc.uniqueArray(url, {minLength: 1, maxLength: 300}), urls => {
			const dictionary = new Dictionary();
			const {kernel, table} = dictionary;
			const texts = urls.map(one => Buffer.from(one));
			const ids = texts.map(text => intern(dictionary, text, 0, text.length));
			const found = new Map<number, readonly [route: string, odd: string | null]>();
			for (let first = 1; first <= dictionary.size; ) {
				const end = Math.min(dictionary.size + 1, first + 256);
				const come = own.table.route(
					{kernel, table, first, end, introducer: 92},
					{
						shaped(id, shape, odd) {
							const {route = '', expects} = own.routes[shape] ?? {};
							const name = expects?.integerParameters[odd];
							found.set(id, [route, name === undefined ? null : noInteger(name)]);
						},
						folded({urls: made, count, bytes, starts, ends}) {
							for (let index = 0; index < count; index++) {
								const text = Buffer.from(bytes.slice(starts[index], ends[index])).toString();
								found.set(made[index] ?? 0, [text, null]);
							}
						},
					},
				);
				t.true(come !== undefined && come > first);
				first = come ?? end;
			}
			for (const [index, one] of urls.entries()) {
				const {route, expects} = own.routeOf(one);
				const odd = expects && oddParameter(expects, one);
				const given = found.get(ids[index] ?? 0);
				t.deepEqual(given ?? null, /[é#]/.test(one) ? null : [route, odd], one);
				seen[given === undefined ? 'none' : odd !== null ? 'odd' : expects === null ? 'folded' : 'shaped']++;
			}
			dictionary.release();
		}),
		often,
	);
	t.true(
		Object.values(seen).every(count => count > 0.04 * often.numRuns),
		JSON.stringify(seen),
	);
});

test('WebAssembly finds no shape if there are too many, or if they aren’t ASCII', t => {
	const many = Array.from({length: 200}, (_, index) => ({template: `/way-${index}/{id}/{a}`}));
	for (const set of [new RouteSet(many), new RouteSet([{template: '/café/{id}'}])]) {
		const dictionary = new Dictionary();
		const {kernel, table} = dictionary;
		intern(dictionary, Buffer.from('/en/'), 0, 4);
		const nobody = {shaped() {}, folded() {}};
		t.is(set.table.route({kernel, table, first: 1, end: 2, introducer: 92}, nobody), undefined);
		dictionary.release();
	}
});

test('the first matching shape wins', t => {
	const set = new RouteSet([{template: '/{a}/'}, {template: '/{b}/'}, {template: '/x/'}]);
	t.is(set.routeOf('/x/').route, '/{a}/');
});

test('folds all URLs if there are no shapes', t => {
	t.is(new RouteSet([]).routeOf('/en/12/').route, '/en/{id}/');
	t.is(new RouteSet([]).routeOf('/').route, '/');
});

test('returns the expectations of a shape', t => {
	t.deepEqual(own.routeOf('/shop/special/').expects, {status: 410, integerParameters: []});
	t.deepEqual(own.routeOf('/files/thumb-a.jpg').expects, {status: 'found', integerParameters: ['w', 'h']});
});

const wrong: ReadonlyArray<readonly [template: string, message: string]> = [
	['', ': a route begins with a slash'],
	['en/{id}', 'en/{id}: a route begins with a slash'],
	['/a b', '/a b: a path has neither spaces nor a #'],
	['/a#b', '/a#b: a path has neither spaces nor a #'],
	['/{id', '/{id: {id has an unmatched brace'],
	['/id}/', '/id}/: id} has an unmatched brace'],
	['/}{/', '/}{/: }{ has an unmatched brace'],
	['/{{id}}', '/{{id}}: {{id}} has an unmatched brace'],
	['/{a}-{b}', '/{a}-{b}: {a}-{b} has more than one parameter; put a slash between them'],
	['/{}', '/{}: {} is not a parameter; its name must have letters, digits and _ only, such as {article_id}'],
	[
		'/{a-b}',
		'/{a-b}: {a-b} is not a parameter; its name must have letters, digits and _ only, such as {article_id}',
	],
	['/?', '/?: only integers may follow the ?, as in ?p=<int>&c=<int>, not nothing'],
	['/?p', '/?p: only integers may follow the ?, as in ?p=<int>&c=<int>, not p'],
	[
		'/?p=<int>&c=<str>',
		'/?p=<int>&c=<str>: only integers may follow the ?, as in ?p=<int>&c=<int>, not c=<str>',
	],
	[`/${'a'.repeat(200)}`, `/${'a'.repeat(39)}…: a route has no more than 200 characters`],
];

for (const [template, message] of wrong) {
	test(`rejects the route ${template.slice(0, 40)}`, t => {
		t.throws(() => new RouteSet([{template}]), {instanceOf: RouteError, message});
	});
}

test('rejects invalid statuses and repeated routes', t => {
	t.throws(() => new RouteSet([{template: '/a', status: 99}]), {
		message: '/a: a status is a number from 100 to 599, not 99',
	});
	t.throws(() => new RouteSet([{template: '/a'}, {template: '/a?p=<int>'}]), {message: '/a appears twice'});
});
