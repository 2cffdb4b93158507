/** What a URL's shape is. */
export type Route = {
	/** The shape, as `route:` takes it. */
	readonly route: string;
};

/** The shape of a URL as it was logged. */
export const routeOf = (url: string): Route => ({route: url.replace(/[?#].*/s, '')});
