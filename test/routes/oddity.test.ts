import test from 'ava';
import fc from 'fast-check';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import {forAll} from '../helpers/for-all.js';
import {nastyText} from '../helpers/nasty-text.js';
import {oddityOf} from '../helpers/oddity-model.js';

const known = new KnownRoutes();

const cases: ReadonlyArray<readonly [url: string, status: number | null, oddity: string | null]> = [
	['/en/living-room/', 200, null],
	['/en/living-room/', 304, null],
	['/en/living-room/', 500, null],
	['/en/living-room/', null, null],
	['/en/living-room/', 404, '404 instead of 200'],
	['/en/living-room/', 410, '410 instead of 200'],
	['/en/living-room', 301, null],
	['/en/living-room', 200, '200 instead of 301'],
	['/en/living-room', 302, '302 instead of 301'],
	['/en/living-room', 404, '404 instead of 301'],
	['/en/living-room', null, null],
	['/en/detail/index/sArticle/1/sCategory/2', 404, '404 instead of 200'],
	['/admin/orders.php', 401, null],
	['/wp-login.php', 404, null],
	['/en/living-room/?p=2', 200, null],
	['/en/living-room/?p=-1', 200, null],
	['/en/living-room/?x=abc&pp=abc', 200, null],
	['/en/living-room/?p=abc', 200, 'p is not an integer'],
	['/en/living-room/?p=abc', 404, 'p is not an integer'],
	['/en/living-room/?p=2&p=1.5', 200, 'p is not an integer'],
	['/en/living-room/?p=', 200, 'p is not an integer'],
	['/en/living-room/?p', 200, 'p is not an integer'],
	['/en/living-room/?x=1&p&y', 200, 'p is not an integer'],
	['/en/living-room/?p=2#&p=x', 200, null],
	['/en/living-room/?c=x', 200, null],
	['/en/living-room/rugs/23/runners?c=x', 200, 'c is not an integer'],
	['http://shop.example/en/living-room/rugs/23/runners?c=3', 200, null],
	['/en/living-room?p=abc', 301, null],
	['/en/a/b?p=abc', 200, null],
];

for (const [url, status, oddity] of cases) {
	test(`${status} for ${url}: ${oddity ?? 'nothing odd'}`, t => {
		t.is(oddityOf(known.of(url).expects, url, status), oddity);
	});
}

test('finds the same odd parameters as splitting the query does', t => {
	const expects = {status: 200, integerParameters: ['p', 'page']};
	const parameter = fc.oneof(
		fc.constantFrom('p', 'p=', 'p=1', 'p=-20', 'page=x', 'page=3', 'pa=x', '', '=', 'p==1', 'x=p=y'),
		nastyText.map(text => text.replaceAll(/[&#]/g, '')),
	);
	forAll(200, fc.array(parameter), parameters => {
		const odd = parameters.find(text => {
			const [name = '', ...value] = text.split('=');
			return ['p', 'page'].includes(name) && !/^-?\d+$/.test(value.join('='));
		});
		t.is(
			oddityOf(expects, `/?${parameters.join('&')}`, 200),
			odd === undefined ? null : `${odd.split('=')[0]} is not an integer`,
		);
	});
});
