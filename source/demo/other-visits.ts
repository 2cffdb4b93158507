import {answer, type Exchange, errorPageBytes, found, missingPageBytes} from './answer.js';
import {catalogue, firstMissingArticle} from './catalogue.js';
import type {Client} from './clients.js';
import {articlePage, listingPage, pageUrl} from './pages.js';
import type {Random} from './random.js';
import {shopOrigin} from './shop-visit.js';
import {exchange, type Step} from './visit.js';

const users = ['anna', 'm.weber', 'stock', 'j.okafor'];
const controllers = ['main', 'orders', 'articles', 'customers', 'stock', 'vouchers', 'export'];
const screens = ['orders', 'articles', 'customers', 'vouchers', 'export'];

/** An employee signs in, uses a few screens and saves changes. */
export function* adminVisit(random: Random): Generator<Step, void> {
	const user = random.pick(users);
	const step = (after: number, url: string, parts: Partial<Exchange>): Step => ({
		after,
		exchange: exchange(url, {user, bytes: random.between(900, 18_000), ...parts}),
	});
	const index = '/admin/index.php';

	yield step(0, index, {status: 401, bytes: errorPageBytes.unauthorised, user: null});
	yield step(random.between(3_000, 12_000), index, {});
	// The browser fetches the controllers in parallel, mostly from its cache.
	for (const name of controllers) {
		const parts = random.chance(0.6) ? {status: 304, bytes: 0} : {};
		yield step(random.between(2, 60), `/admin/controllers/${name}.js`, {
			...parts,
			referer: shopOrigin + index,
		});
	}
	for (let left = random.between(2, 6); left > 0; left--) {
		const screen = random.pick(screens);
		const url = `/admin/${screen}.php`;
		yield step(4_000 + random.wait(15_000), url, {referer: shopOrigin + index});
		yield step(random.between(20, 120), `/admin/controllers/${screen}.js`, {referer: shopOrigin + url});
		if (random.chance(0.6)) {
			const failed = random.chance(0.05);
			yield step(6_000 + random.wait(20_000), url, {
				method: 'POST',
				referer: shopOrigin + url,
				...(failed ? {status: 500, bytes: errorPageBytes.failure} : {status: 302, bytes: 5}),
			});
			if (!failed) {
				yield step(random.between(30, 300), url, {referer: shopOrigin + url});
			}
		}
	}
}

/** A crawler reads robots.txt, then all pages of a few categories and the pages that they link to. */
export function* crawlerVisit(random: Random, {language}: Client): Generator<Step, void> {
	const pause = random.pick([400, 1_500, 4_000]);
	const step = (url: string, answered: Partial<Exchange>, after = pause + random.wait(pause)): Step => ({
		after,
		exchange: exchange(url, answered),
	});
	const page = (url: string): Step => step(url, random.chance(0.15) ? {status: 304} : answer(random, url));

	yield step('/robots.txt', {bytes: 214}, 0);
	const first = random.between(0, catalogue.length - 1);
	for (const category of [...catalogue, ...catalogue].slice(first, first + random.between(1, 3))) {
		const url = pageUrl({kind: 'category', category, number: 1}, language);
		if (random.chance(0.1)) {
			yield step(url.slice(0, -1), {status: 301, bytes: errorPageBytes.redirect});
			yield step(url, {bytes: found(random, url)}, random.between(200, 900));
		} else {
			yield page(url);
		}
		for (let number = 2; number <= category.pages; number++) {
			if (random.chance(0.6)) {
				yield page(pageUrl({kind: 'category', category, number}, language));
			}
		}
		for (const subcategory of category.subcategories) {
			yield page(pageUrl({kind: 'subcategory', category, subcategory, number: 1}, language));
			yield page(pageUrl(listingPage(random, category, subcategory), language));
			yield page(pageUrl(articlePage(random, category, subcategory), language));
		}
		if (random.chance(0.3)) {
			const gone = firstMissingArticle + random.between(1, 999);
			yield step(`/${language}/detail/index/sArticle/${gone}/sCategory/${category.id}`, {
				status: 404,
				bytes: missingPageBytes,
			});
		}
	}
}
