const scheme = /^[a-z][a-z0-9+.-]{0,31}$/i;

/**
 * Returns a request target as the listing shows it: relative to the site's base URL. Removes scheme and host of an absolute
 * target (`http://shop.example/en/`). Returns all other targets (`/en/`, `*`, CONNECT's `host:443`) unchanged.
 */
export function relativeUrl(target: string): string {
	if (target.startsWith('/')) {
		return target;
	}
	// Longer than any scheme in use. Avoids searching a whole target of 1 MB.
	const colon = target.slice(0, 36).indexOf('://');
	if (colon < 1 || !scheme.test(target.slice(0, colon))) {
		return target;
	}
	const rest = target.slice(colon + 3);
	const end = rest.search(/[/?#]/);
	if (end === -1) {
		return '/';
	}
	return rest[end] === '/' ? rest.slice(end) : `/${rest.slice(end)}`;
}
