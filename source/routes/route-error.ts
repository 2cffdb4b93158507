/** Why the shape of a route that the user has given can't be used, and what would be right. */
export class RouteError extends Error {
	override readonly name = 'RouteError';
}
