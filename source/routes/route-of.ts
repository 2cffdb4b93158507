import type {Route} from './route.js';
import {RouteSet} from './route-set.js';
import {storefront} from './storefront.js';

const builtIn = new RouteSet(storefront);

/** The shape of a URL as it is printed, among those that are built in. */
export const routeOf = (url: string): Route => builtIn.routeOf(url);
