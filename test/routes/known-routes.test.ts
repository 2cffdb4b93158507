import test from 'ava';
import fc from 'fast-check';
import {KnownRoutes, routesWith} from '../../source/routes/known-routes.js';
import {maxRouteLength} from '../../source/routes/route.js';
import {webPath, webQuery, webUrl} from '../helpers/any-text.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';

const known = new KnownRoutes();

const category = '/{language}/{category_slug}/';
const subcategory = '/{language}/{category_slug}/{subcategory_slug}/';
const listing = '/{language}/{category_slug}/{subcategory_slug}/{category_id}/{product_listing_slug}';
const article = '/{language}/detail/index/sArticle/{article_id}/sCategory/{category_id}';
const uuid = '3f2504e0-4f89-11d3-9a0c-0305e82c3301';

const cases: ReadonlyArray<readonly [url: string, route: string]> = [
	['/', '/'],
	['/?utm_source=mail', '/'],
	['http://shop.example', '/'],
	['?p=2', '/'],
	['/robots.txt', '/robots.txt'],
	['/en/living-room/', category],
	['/en/living-room/?p=2', category],
	['/EN/living-room/?p=abc#top', category],
	['https://shop.example/de/k%C3%BCche/', category],
	['/de/küche/', category],
	['/en/living-room', '/{language}/{category_slug}'],
	['/en/living-room?p=2', '/{language}/{category_slug}'],
	['/en/living-room/rugs/', subcategory],
	['/en/living-room/rugs', '/en/living-room/rugs'],
	['/en/living-room/rugs/23/runners?c=3', listing],
	['/en/living-room/rugs/x23/runners?c=3', '/en/living-room/rugs/x23/runners'],
	['/en/detail/index/sArticle/1116/sCategory/23', article],
	['/en/detail/index/sArticle/1116/sCategory/23/', '/en/detail/index/sArticle/{id}/sCategory/{id}/'],
	['/en/detail/index/sarticle/1116/sCategory/23', '/en/detail/index/sarticle/{id}/sCategory/{id}'],
	['/admin/controllers/main.js', '/admin/controllers/{file_name}.js'],
	['/admin/controllers/jquery.min.js', '/admin/controllers/{file_name}.js'],
	['/admin/controllers/.js', '/admin/controllers/.js'],
	['/admin/orders.php', '/admin/{file_name}.php'],
	['/admin/orders.php/', '/admin/orders.php/'],
	['/en/', '/en/'],
	['/en', '/en'],
	['/eng/living-room/', '/eng/living-room/'],
	['/e1/living-room/', '/e1/living-room/'],
	['/en/style.css', '/en/style.css'],
	['/en/12/', '/en/{id}/'],
	['/en/12-a/', category],
	['/en//', '/en//'],
	['//en/living-room/', '//en/living-room/'],
	// Folded.
	['/users/12/orders/000345', '/users/{id}/orders/{id}'],
	['/users/12?page=3', '/users/{id}'],
	['/api/v2/items/7', '/api/v2/items/{id}'],
	['/item-12.html', '/item-{id}.html'],
	['/12-item/', '/{id}-item/'],
	['/img/600x600/a.png', '/img/600x600/a.png'],
	['/2026/11/20/title', '/{id}/{id}/{id}/title'],
	[`/sessions/${uuid}`, '/sessions/{hash}'],
	[`/sessions/${uuid.toUpperCase()}.json`, '/sessions/{hash}.json'],
	[`/sessions/${uuid}f`, '/sessions/{hash}-4f89-11d3-9a0c-{hash}'],
	['/static/main.5d41402a.js', '/static/main.{hash}.js'],
	['/static/5d41402abc4b2a76b9719d911017c592.css', '/static/{hash}.css'],
	['/facade/deadbeef/decade', '/facade/deadbeef/decade'],
	['/x/deadbeefdeadbeef', '/x/{hash}'],
	['/x/5d4140', '/x/5d4140'],
	['/a%20b/%2F12%2f7', '/a%20b/%2F{id}%2f{id}'],
	['/100%/12', '/{id}%/{id}'],
	['/%zz/%', '/%zz/%'],
	['*', '*'],
	['shop.example:443', 'shop.example:{id}'],
	['\u0016\u0003\u0001', '\u0016\u0003\u0001'],
	['/\\xE4/12', '/\\xE4/{id}'],
];

for (const [url, route] of cases) {
	test(`${JSON.stringify(url)} has the shape ${route}`, t => {
		t.is(known.of(url).route, route);
	});
}

test('a shape derived from a URL has no expectations', t => {
	t.is(known.of('/users/12').expects, null);
});

const part = fc.oneof(
	fc.constantFrom(
		'en',
		'de',
		'',
		'detail',
		'index',
		'sArticle',
		'sCategory',
		'admin',
		'controllers',
		'a.php',
	),
	fc.nat().map(String),
	fc.uuid(),
	fc.stringMatching(/^[\da-f]{6,40}$/),
	fc.stringMatching(/^[-_.%{}~a-z\d]{0,12}$/),
	webPath,
	nastyText,
);

const url = fc.oneof(
	fc.array(part, {maxLength: 9}).map(parts => `/${parts.join('/')}`),
	fc.tuple(part, fc.integer({min: 0, max: 400})).map(([text, times]) => `/en/${text.repeat(times)}`),
	webUrl,
	nastyText,
);

test('every URL has a short shape, which is its own shape', t => {
	forAll(500, url, text => {
		const {route, expects} = known.of(text);
		t.true(route.length > 0 && route.length <= maxRouteLength);
		if (expects === null) {
			t.is(known.of(route).route, route);
		}
	});
});

test('scheme, host, query and fragment do not affect the shape', t => {
	forAll(100, url, webQuery, (text, query) => {
		const path = `/${text.replace(/[?#].*/s, '')}`;
		const {route} = known.of(path);
		t.is(known.of(`${path}?${query}`).route, route);
		t.is(known.of(`${path}#${query}?`).route, route);
		t.is(known.of(`http://shop.example${path}`).route, route);
	});
});

test('numbers, UUIDs and hashes are replaced', t => {
	const word = fc.stringMatching(/^[g-z]{3,8}$/);
	forAll(100, fc.array(word, {minLength: 1, maxLength: 5}), fc.nat(), fc.uuid(), (words, number, id) => {
		const path = `/${words.join('/')}`;
		t.is(known.of(`${path}/${number}`).route, `${path}/{id}`);
		t.is(known.of(`${path}/x-${number}.html`).route, `${path}/x-{id}.html`);
		t.is(known.of(`${path}/q/${id}/`).route, `${path}/q/{hash}/`);
	});
});

test('a URL of 64 KiB has a short shape', t => {
	const lengths = ['a', '1', '/', 'f1', '%20', '1/', '-', '💥', '/en/x', 'a?'].map(
		text => known.of(`/en/${text.repeat(65_536 / text.length)}`).route.length,
	);
	t.true(lengths.every(length => length <= maxRouteLength));
	t.is(known.of(`/x/${'x'.repeat(65_536)}`).route, `/x/${'x'.repeat(maxRouteLength - 4)}…`);
	t.is(known.of(`/x/${'1'.repeat(65_536)}`).route, '/x/{id}');
});

test('user-defined shapes come first and override built-in ones', t => {
	const routes = routesWith([
		{template: '/shop/{product_id}'},
		{template: '/{language}/{category_slug}', status: 200},
		{template: '/{anything}'},
	]);
	const shapeOf = (url: string): string => routes.routeOf(url).route;
	t.is(shapeOf('/shop/17'), '/shop/{product_id}');
	t.is(shapeOf('/shop/x'), '/shop/x');
	t.is(shapeOf('/robots.txt'), '/{anything}');
	t.is(shapeOf('/'), '/');
	t.deepEqual(routes.routeOf('/en/living-room').expects, {status: 200, integerParameters: []});
	t.is(routes.routes.filter(({route}) => route === '/{language}/{category_slug}').length, 1);
	t.is(shapeOf('/item/7'), '/item/{id}');
});
