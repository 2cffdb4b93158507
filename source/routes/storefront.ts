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
