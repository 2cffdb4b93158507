import type {Route} from './route.js';
import {RouteSet} from './route-set.js';
import type {RouteTemplate} from './route-shape.js';

/** The shapes of the URLs of the storefront that the listing comes from. */
export const storefront: readonly RouteTemplate[] = [
	{template: '/'},
	{template: '/robots.txt'},
	{template: '/{language}/{category_slug}/?p=<int>'},
	{template: '/{language}/{category_slug}', status: 301},
	{template: '/{language}/{category_slug}/{subcategory_slug}/?p=<int>'},
	{template: '/{language}/{category_slug}/{subcategory_slug}/{category_id}/{product_listing_slug}?c=<int>'},
	{template: '/{language}/detail/index/sArticle/{article_id}/sCategory/{category_id}'},
	{template: '/admin/controllers/{file_name}.js'},
	{template: '/admin/{file_name}.php'},
];

/** The routes that a store knows: those of the user, then those that are built in. */
export class KnownRoutes {
	readonly #templates: readonly RouteTemplate[];
	#set: RouteSet | undefined;

	/** @param templates the user's own; one that is built in, too, is the user's */
	constructor(templates: readonly RouteTemplate[] = []) {
		this.#templates = templates;
	}

	/** Compiled when they are first needed: the first screen doesn't wait for them. @throws RouteError */
	get set(): RouteSet {
		this.#set ??= routesWith(this.#templates);
		return this.#set;
	}

	/** The route of a URL as it is printed. */
	of(url: string): Route {
		return this.set.routeOf(url);
	}
}

/** The routes of the user, then those that are built in; one that both have is the user's. @throws RouteError */
export function routesWith(templates: readonly RouteTemplate[]): RouteSet {
	const paths = new Set(templates.map(pathOf));
	return new RouteSet([...templates, ...storefront.filter(template => !paths.has(pathOf(template)))]);
}

function pathOf({template}: RouteTemplate): string {
	return template.replace(/\?.*$/s, '');
}
