import {type Category, catalogue, type Language, type Subcategory} from './catalogue.js';
import {popularity, type Random} from './random.js';

/** A page of the shop. */
export type Page =
	| {readonly kind: 'home'}
	| {readonly kind: 'category'; readonly category: Category; readonly number: number}
	| {
			readonly kind: 'subcategory';
			readonly category: Category;
			readonly subcategory: Subcategory;
			readonly number: number;
	  }
	| {
			readonly kind: 'listing';
			readonly category: Category;
			readonly subcategory: Subcategory;
			readonly listing: number;
	  }
	| {
			readonly kind: 'article';
			readonly category: Category;
			readonly subcategory: Subcategory;
			readonly article: number;
	  };

/** Number of pages of a subcategory's listing. */
const subcategoryPages = 5;

const popularities = new Map<number, ReturnType<typeof popularity>>();

/** Picks an item, earlier ones more often. */
function popular<T>(random: Random, items: readonly T[]): T {
	let draw = popularities.get(items.length);
	if (draw === undefined) {
		draw = popularity(items.length);
		popularities.set(items.length, draw);
	}
	return items[draw(random)] as T;
}

/** Picks a category by popularity, and returns its first page. */
export function categoryPage(random: Random): Page & {kind: 'category'} {
	return {kind: 'category', category: popular(random, catalogue), number: 1};
}

/** Picks a subcategory by popularity, and returns its first page. */
export function subcategoryPage(random: Random, category = popular(random, catalogue)): Page {
	return {kind: 'subcategory', category, subcategory: popular(random, category.subcategories), number: 1};
}

/** Picks a listing of products by popularity. */
export function listingPage(
	random: Random,
	category = popular(random, catalogue),
	subcategory = popular(random, category.subcategories),
): Page {
	return {kind: 'listing', category, subcategory, listing: popular(random, [...subcategory.listings.keys()])};
}

/** Picks a product by popularity. */
export function articlePage(
	random: Random,
	category = popular(random, catalogue),
	subcategory = popular(random, category.subcategories),
): Page {
	return {kind: 'article', category, subcategory, article: popular(random, subcategory.articles)};
}

/** Follows a random link on a page. */
export function followLink(random: Random, from: Page): Page {
	const where = random.fraction();
	switch (from.kind) {
		case 'home':
			return where < 0.7 ? categoryPage(random) : articlePage(random);
		case 'category':
			if (where < 0.25 && from.number < from.category.pages) {
				return {...from, number: from.number + 1};
			}
			return where < 0.7 ? subcategoryPage(random, from.category) : articlePage(random, from.category);
		case 'subcategory':
			if (where < 0.2 && from.number < subcategoryPages) {
				return {...from, number: from.number + 1};
			}
			return where < 0.6
				? listingPage(random, from.category, from.subcategory)
				: articlePage(random, from.category, from.subcategory);
		case 'listing':
			return where < 0.8
				? articlePage(random, from.category, from.subcategory)
				: {kind: 'category', category: from.category, number: 1};
		case 'article':
			if (where < 0.5) {
				return articlePage(random, from.category, from.subcategory);
			}
			return where < 0.8 ? listingPage(random, from.category, from.subcategory) : {kind: 'home'};
	}
}

/** Returns the URL of a page, relative to the shop's root. */
export function pageUrl(page: Page, language: Language): string {
	if (page.kind === 'home') {
		return '/';
	}
	const {category} = page;
	const root = `/${language}/${category.slug[language]}/`;
	switch (page.kind) {
		case 'category':
			return root + pageNumber(page.number);
		case 'subcategory':
			return `${root}${page.subcategory.slug[language]}/${pageNumber(page.number)}`;
		case 'listing': {
			const {id, slug, listings} = page.subcategory;
			return `${root}${slug[language]}/${id}/${listings[page.listing]?.[language]}?c=${category.id}`;
		}
		case 'article':
			return `/${language}/detail/index/sArticle/${page.article}/sCategory/${page.subcategory.id}`;
	}
}

function pageNumber(number: number): string {
	return number === 1 ? '' : `?p=${number}`;
}
