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

let own: readonly RouteTemplate[] = [];
let known: RouteSet | undefined;

/** Has shapes of the user's own tried before those that are built in. Before the first URL is looked at. */
export function setOwnRoutes(templates: readonly RouteTemplate[]): void {
	own = templates;
	known = undefined;
}

/** The shapes with those of the user first; one that both have is the user's. */
export function routesWith(templates: readonly RouteTemplate[]): RouteSet {
	const paths = new Set(templates.map(pathOf));
	return new RouteSet([...templates, ...storefront.filter(template => !paths.has(pathOf(template)))]);
}

function pathOf({template}: RouteTemplate): string {
	return template.replace(/\?.*$/s, '');
}

/** The shapes that are known, those of the user among them. */
export function knownRoutes(): RouteSet {
	// Made when they are first needed: the first screen waits for no one.
	known ??= routesWith(own);
	return known;
}

/** The shape of a URL as it is printed, among those that are known. */
export function routeOf(url: string): Route {
	return knownRoutes().routeOf(url);
}
