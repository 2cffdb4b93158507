import {answer, errorPageBytes, found, missingPageBytes} from './answer.js';
import {firstMissingArticle} from './catalogue.js';
import type {Client} from './clients.js';
import {
	articlePage,
	categoryPage,
	followLink,
	listingPage,
	type Page,
	pageUrl,
	subcategoryPage,
} from './pages.js';
import type {Random} from './random.js';
import {exchange, type Step} from './visit.js';

/** Origin of the shop, for the referers of its pages. */
export const shopOrigin = 'https://shop.example';

const searchEngines = [
	'https://www.google.com/',
	'https://www.google.com/',
	'https://www.bing.com/',
	'https://duckduckgo.com/',
];
const elsewhere = [
	'https://newsletter.example/autumn',
	'https://blog.example.org/',
	'https://prices.example.net/search?q=lamp',
];

function firstPage(random: Random): Page {
	const where = random.fraction();
	if (where < 0.35) {
		return {kind: 'home'};
	}
	if (where < 0.6) {
		return categoryPage(random);
	}
	return where < 0.7 ? subcategoryPage(random) : where < 0.8 ? listingPage(random) : articlePage(random);
}

function firstReferer(random: Random): string | null {
	const where = random.fraction();
	return where < 0.4 ? null : random.pick(where < 0.88 ? searchEngines : elsewhere);
}

/** A visitor enters at a random page and follows links. The referer is the previous page. */
export function* shopVisit(random: Random, client: Client): Generator<Step, void> {
	const {language} = client;
	let page = firstPage(random);
	let referer = firstReferer(random);
	let after = 0;
	while (true) {
		let url = pageUrl(page, language);
		// Old links and typed addresses lack the trailing slash.
		if (page.kind === 'category' && page.number === 1 && random.chance(referer === null ? 0.5 : 0.16)) {
			const answered = {status: 301, bytes: errorPageBytes.redirect, referer};
			yield {after, exchange: exchange(url.slice(0, -1), answered)};
			yield {after: random.between(40, 700), exchange: exchange(url, {bytes: found(random, url), referer})};
		} else if (page.kind === 'article' && random.chance(0.03)) {
			const article = firstMissingArticle + random.between(1, 999);
			url = pageUrl({...page, article}, language);
			yield {after, exchange: exchange(url, {status: 404, bytes: missingPageBytes, referer})};
		} else {
			const answered = answer(random, url);
			yield {after, exchange: exchange(url, {...answered, referer})};
			if (answered.status >= 500 && random.chance(0.7)) {
				const again = {bytes: found(random, url), referer};
				yield {after: random.between(1_500, 6_000), exchange: exchange(url, again)};
			}
		}
		if (random.chance(0.22)) {
			return;
		}
		referer = shopOrigin + url;
		after = 1_200 + random.wait(14_000);
		page = followLink(random, page);
	}
}
