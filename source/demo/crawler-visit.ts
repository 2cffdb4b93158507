import {answer, errorPageBytes, found, missingPageBytes} from './answer.js';
import {catalogue, firstMissingArticle} from './catalogue.js';
import type {Client} from './clients.js';
import type {Exchange} from './combined-line.js';
import {articlePage, listingPage, pageUrl} from './pages.js';
import type {Random} from './random.js';
import {exchange, type Step} from './visit.js';

/** A crawler reads the rules, then a few categories from their first page to the last, and what they link to. */
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
