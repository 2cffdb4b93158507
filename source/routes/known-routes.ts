import type {Route} from './route.js';
import {RouteSet} from './route-set.js';
import type {RouteTemplate} from './route-shape.js';

/** Shapes of the URLs of the storefront from which the listing comes. */
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

/** Routes that a store knows: user-defined routes first, then built-in ones. */
export class KnownRoutes {
	readonly #templates: readonly RouteTemplate[];
	#set: RouteSet | undefined;

	/** @param templates - user-defined routes, which override built-in routes with the same path */
	constructor(templates: readonly RouteTemplate[] = []) {
		this.#templates = templates;
	}

	/** Compiled on first use, so that the first screen doesn't wait for it. @throws RouteError */
	get set(): RouteSet {
		this.#set ??= routesWith(this.#templates);
		return this.#set;
	}

	/** Returns the route of a URL as printed. */
	of(url: string): Route {
		return this.set.routeOf(url);
	}
}

/**
 * Creates the set of user-defined routes followed by built-in ones. A user-defined route overrides a built-in one with the same
 * path.
 * @throws RouteError
 */
export function routesWith(templates: readonly RouteTemplate[]): RouteSet {
	const paths = new Set(templates.map(pathOf));
	return new RouteSet([...templates, ...storefront.filter(template => !paths.has(pathOf(template)))]);
}

function pathOf({template}: RouteTemplate): string {
	return template.replace(/\?.*$/s, '');
}
