const scheme = /^[a-z][a-z0-9+.-]{0,31}$/i;

/**
 * A request target as the listing shows it: relative to the site's base URL. An absolute target
 * (`http://shop.example/en/`) loses scheme and host; all others (`/en/`, `*`, CONNECT's `host:443`) stay.
 */
export function relativeUrl(target: string): string {
	if (target.startsWith('/')) {
		return target;
	}

	// No scheme in use is longer than this: a target of 1 MB isn't searched to its end for nothing.
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
