import {relativeUrl} from '../../../routes/relative-url.js';
import type {Entry} from '../../../store/store.js';

/** An entry that has a URL. */
type Requested = Pick<Entry, 'host' | 'status'> & {readonly url: string};

/** How the URLs of two requests belong together, and how much that tells: the lower, the more. */
export type Likeness = {readonly reason: string; readonly rank: number};

/**
 * How the URL of a request differs from that of a redirect, if it is as redirects make it differ: by a slash at the end,
 * scheme or host, a language before the path, other parameters, or the way in which it is written. Null otherwise.
 */
export function urlLikeness(from: Requested, to: Requested): Likeness | null {
	const a = partsOf(from);
	const b = partsOf(to);
	if (a.path === b.path && a.query === b.query) {
		const isElsewhere = a.site !== b.site && b.site !== null;
		// Answered the same once more, it was only asked for once more.
		const isOnlyAgain = !isElsewhere && from.status === to.status;
		return isOnlyAgain ? null : {reason: isElsewhere ? `the same URL at ${b.site}` : 'the same URL', rank: 2};
	}

	const likeness = pathLikeness(a.path, b.path);
	return likeness === null || a.query === b.query
		? likeness
		: {reason: `${likeness.reason}, another query`, rank: likeness.rank + 1};
}

function pathLikeness(a: string, b: string): Likeness | null {
	if (b === `${a}/`) {
		return {reason: 'the same path with a slash', rank: 0};
	}

	if (a === `${b}/`) {
		return {reason: 'the same path without the slash', rank: 0};
	}

	if (a === b) {
		return {reason: 'the same path', rank: 2};
	}

	const language = /^\/[a-z]{2}(?:[-_][a-z]{2})?(?=\/|$)/i.exec(b)?.[0];
	if (language !== undefined && withoutSlash(b.slice(language.length)) === withoutSlash(a)) {
		return {reason: `the same path below ${language}`, rank: 4};
	}

	return withoutSlash(plain(a)) === withoutSlash(plain(b))
		? {reason: 'the same path, written otherwise', rank: 4}
		: null;
}

/** `site`: what the log says of scheme and host. */
function partsOf({url, host}: Requested): {
	readonly path: string;
	readonly query: string;
	readonly site: string | null;
} {
	const relative = relativeUrl(url);
	const site = relative === url ? host : url.slice(0, Math.max(0, url.length - relative.length));
	const at = relative.indexOf('?');
	return at === -1
		? {path: relative, query: '', site}
		: {path: relative.slice(0, at), query: relative.slice(at), site};
}

const withoutSlash = (path: string): string => (path.endsWith('/') ? path.slice(0, -1) : path);

/** Without percent-encoding, doubled slashes and capitals. */
function plain(path: string): string {
	let text = path;
	try {
		text = decodeURIComponent(path);
	} catch {
		// Compared as it stands.
	}

	return text.toLowerCase().replaceAll(/\/{2,}/g, '/');
}
