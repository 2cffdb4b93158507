import {relativeUrl} from '../../../routes/relative-url.js';
import type {Entry} from '../../../store/store.js';

/** An entry that has a URL. */
type Requested = Pick<Entry, 'host' | 'status'> & {readonly url: string};

/** How the URLs of two requests belong together, and how much that tells: the lower, the more. */
type Likeness = {readonly reason: string; readonly rank: number};

/**
 * How the URL of a request differs from that of a redirect, if it is as redirects make it differ: by a slash at the end,
 * scheme or host, a language before the path, other parameters, or the way in which it is written. Null otherwise.
 */
function urlLikeness(from: Requested, to: Requested): Likeness | null {
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

function withoutSlash(path: string): string {
	return path.endsWith('/') ? path.slice(0, -1) : path;
}

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

/** A redirect's client asks for what it was sent to within this time, milliseconds. */
export const longestRedirect = 10_000;

/** A request that a redirect seems to have led to, or the redirect that seems to have led to one. */
export type Hop = {
	readonly entry: Entry;
	/** What speaks for it, for reading. */
	readonly reason: string;
	/** The lower, the more speaks for it. */
	readonly rank: number;
};

/** Of these nothing is known but that they came next. */
const weakest = 9;

/** Those with a place to go to: RFC 9110, 15.4. */
const redirectStatuses: ReadonlySet<number | null> = new Set([301, 302, 303, 307, 308]);

/** What a page fetches besides: no redirect of a page leads there. */
const asset = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf)(?:\?|$)/i;

/** No redirect leads from or to a URL that is longer than browsers take: it isn't compared. */
const longestUrl = 8192;

/** Whether an answer sends the client elsewhere. */
export function isRedirect({status}: Pick<Entry, 'status'>): boolean {
	return redirectStatuses.has(status);
}

/**
 * Which of a client's requests a redirect led to. Logs don't say where it pointed: the best guess is the request within
 * ten seconds whose URL differs from this one's as redirects make it differ, the first of those; or else the next one
 * that isn't answered with a redirect. Null when there is none.
 * @param around - the client's requests, oldest first
 */
function redirectTarget(from: Entry, around: readonly Entry[]): Hop | null {
	let best: Hop | null = null;
	for (const entry of isRedirect(from) ? around : []) {
		if (isSoonAfter(from, entry) && isSameClient(from, entry) && canFollow(from, entry)) {
			const likeness = likenessOf(from, entry);
			if (likeness !== null && (best === null || likeness.rank < best.rank)) {
				best = {entry, ...likeness};
			}
		}
	}

	return best;
}

/** Logs of different files are in no order within a second. */
function isSoonAfter(from: Entry, to: Entry): boolean {
	if (from.time === null || to.time === null || from.token === to.token) {
		return false;
	}

	const later = to.time - from.time;
	const isOrdered = from.position.file === to.position.file;
	return later <= longestRedirect && (later > 0 || (later === 0 && (!isOrdered || to.offset > from.offset)));
}

function isSameClient(a: Entry, b: Entry): boolean {
	return a.ip !== null && a.ip === b.ip && (a.userAgent ?? b.userAgent) === (b.userAgent ?? a.userAgent);
}

/** 307 and 308 keep the method, and so do the others unless a form was sent: RFC 9110, 15.4. */
function canFollow(from: Entry, to: Entry): boolean {
	if (from.method === null || to.method === null || from.method === to.method) {
		return true;
	}

	const isKept =
		from.status === 307 || from.status === 308 || from.method === 'GET' || from.method === 'HEAD';
	return !isKept && to.method === 'GET';
}

function likenessOf(from: Entry, to: Entry): Omit<Hop, 'entry'> | null {
	const {url} = to;
	if (from.url !== null && url !== null && from.url.length <= longestUrl && url.length <= longestUrl) {
		const likeness = urlLikeness({...from, url: from.url}, {...to, url});
		if (likeness !== null) {
			return likeness;
		}

		if (asset.test(url) && !asset.test(from.url)) {
			return null;
		}
	}

	return isRedirect(to) ? null : {reason: 'the next request of this client', rank: weakest};
}

/** Redirects one after the other are followed no further: a loop may be without end. */
const mostHops = 10;

/** The redirects that a request seems to be one of, as steps from one request to the next. */
export type Redirects = {
	/** What led to it, the first redirect first; each with the reason why the request after it is taken for its target. */
	readonly before: readonly Hop[];
	/** What it led to, the next first; each with the reason why it is taken for the target of the one before. */
	readonly after: readonly Hop[];
};

/**
 * Infers what redirects led to a request, and where it led itself.
 * @param around - the requests of its client, itself among them, oldest first
 */
export function redirects(entry: Entry, around: readonly Entry[]): Redirects {
	const targets = new Map<string, {readonly from: Entry; readonly to: Hop}>();
	for (const from of around) {
		const to = redirectTarget(from, around);
		if (to !== null) {
			targets.set(from.token, {from, to});
		}
	}

	const seen = new Set([entry.token]);
	const isNew = ({entry: {token}}: Hop): boolean => !seen.has(token) && seen.add(token).size <= mostHops;
	const after: Hop[] = [];
	for (let hop = targets.get(entry.token)?.to; hop && isNew(hop); hop = targets.get(hop.entry.token)?.to) {
		after.push(hop);
	}

	seen.clear();
	seen.add(entry.token);
	const leadingTo = (token: string): Hop | undefined =>
		[...targets.values()]
			.filter(({to}) => to.entry.token === token)
			.map(({from, to: {reason, rank}}) => ({entry: from, reason, rank}))
			// Of those for which as much speaks, the last.
			.reduce<Hop | undefined>((best, hop) => (best && best.rank < hop.rank ? best : hop), undefined);
	const before: Hop[] = [];
	for (let hop = leadingTo(entry.token); hop && isNew(hop); hop = leadingTo(hop.entry.token)) {
		before.unshift(hop);
	}

	return {before, after};
}
