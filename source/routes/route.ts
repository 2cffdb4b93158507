/** Why the shape of a route that the user has given can't be used, and what would be right. */
export class RouteError extends Error {
	override readonly name = 'RouteError';
}

/** What is expected of the requests for URLs of one shape. */
export type Expected = {
	/**
	 * The status of the answer. `found`: any that doesn't say that there is nothing there, for what stands at such a URL
	 * may be a redirection, ask for a password or fail and is there all the same.
	 */
	readonly status: number | 'found';
	/** Parameters after the `?` that are whole numbers where they are given. */
	readonly integerParameters: readonly string[];
};

/** The shape of a URL. */
export type Route = {
	/** The shape, as `route:` takes it. */
	readonly route: string;
	/** Null: the shape was made of the URL, of which nothing is known. */
	readonly expects: Expected | null;
};

/** Longest shape, in code units: a URL of 64 KiB has one that can be shown, too. */
export const longestRoute = 200;
