/** The reason why a user-defined route can't be used, and how to correct it. */
export class RouteError extends Error {
	override readonly name = 'RouteError';
}

/** Expectations for the requests of one route. */
export type Expected = {
	/**
	 * Expected status. `found` allows any status except 404 and 410: a resource that redirects, requires a password or fails exists
	 * all the same.
	 */
	readonly status: number | 'found';
	/** Parameters after the `?` that must be integers if they are present. */
	readonly integerParameters: readonly string[];
};

/** The shape of a URL. */
export type Route = {
	/** The shape, as in a `route:` term. */
	readonly route: string;
	/** Null if the shape was derived from an unknown URL. */
	readonly expects: Expected | null;
};

/** Maximum length of a shape in code units, so that even the shape of a 64 KiB URL can be shown. */
export const maxRouteLength = 200;
