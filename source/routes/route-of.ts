import type {Route} from './route.js';
import {RouteSet} from './route-set.js';
import {storefront} from './storefront.js';

let builtIn: RouteSet | undefined;

/** The shapes that are built in. */
export const builtInRoutes = (): RouteSet => {
	// Made when they are first needed: the first screen waits for no one.
	builtIn ??= new RouteSet(storefront);
	return builtIn;
};

/** The shape of a URL as it is printed, among those that are built in. */
export const routeOf = (url: string): Route => builtInRoutes().routeOf(url);
