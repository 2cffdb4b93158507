import test from 'ava';
import {RouteError} from '../../source/routes/route-error.js';
import {RouteSet} from '../../source/routes/route-set.js';

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
	test(`${url} is of the shape ${route} among a user's own`, t => {
		t.is(own.routeOf(url).route, route);
	});
}

test('the first shape that fits is it', t => {
	const set = new RouteSet([{template: '/{a}/'}, {template: '/{b}/'}, {template: '/x/'}]);
	t.is(set.routeOf('/x/').route, '/{a}/');
});

test('without shapes all are folded', t => {
	t.is(new RouteSet([]).routeOf('/en/12/').route, '/en/{id}/');
	t.is(new RouteSet([]).routeOf('/').route, '/');
});

test('what a shape expects', t => {
	t.deepEqual(own.routeOf('/shop/special/').expects, {status: 410, integerParameters: []});
	t.deepEqual(own.routeOf('/files/thumb-a.jpg').expects, {status: 'found', integerParameters: ['w', 'h']});
});

const wrong: ReadonlyArray<readonly [template: string, message: string]> = [
	['', ': a route begins with a slash'],
	['en/{id}', 'en/{id}: a route begins with a slash'],
	['/a b', '/a b: a path has neither spaces nor a #'],
	['/a#b', '/a#b: a path has neither spaces nor a #'],
	['/{id', '/{id: {id has a brace without its other'],
	['/id}/', '/id}/: id} has a brace without its other'],
	['/}{/', '/}{/: }{ has a brace without its other'],
	['/{{id}}', '/{{id}}: {{id}} has a brace without its other'],
	['/{a}-{b}', '/{a}-{b}: {a}-{b} has more than one parameter; put a slash between them'],
	['/{}', '/{}: {} is no parameter; its name is of letters, digits and _, such as {article_id}'],
	['/{a-b}', '/{a-b}: {a-b} is no parameter; its name is of letters, digits and _, such as {article_id}'],
	['/?', '/?: behind the ? stand whole numbers, as in ?p=<int>&c=<int>, not nothing'],
	['/?p', '/?p: behind the ? stand whole numbers, as in ?p=<int>&c=<int>, not p'],
	[
		'/?p=<int>&c=<str>',
		'/?p=<int>&c=<str>: behind the ? stand whole numbers, as in ?p=<int>&c=<int>, not c=<str>',
	],
	[`/${'a'.repeat(200)}`, `/${'a'.repeat(39)}…: a route has no more than 200 characters`],
];

for (const [template, message] of wrong) {
	test(`${template.slice(0, 40)} is no route`, t => {
		t.throws(() => new RouteSet([{template}]), {instanceOf: RouteError, message});
	});
}

test('statuses that there are not, and routes that are there twice', t => {
	t.throws(() => new RouteSet([{template: '/a', status: 99}]), {
		message: '/a: a status is a number from 100 to 599, not 99',
	});
	t.throws(() => new RouteSet([{template: '/a'}, {template: '/a?p=<int>'}]), {message: '/a is there twice'});
});
