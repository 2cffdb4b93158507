import {actualEntry} from '../../../../redaction/redact-entry.js';
import {relativeUrl} from '../../../../routes/relative-url.js';
import type {Entry} from '../../../../store/store.js';

/** An entry with a URL. */
type Requested = Pick<Entry, 'host' | 'status'> & {readonly url: string};

/** Similarity of the URLs of two requests. A lower rank is stronger evidence for a redirect. */
type Likeness = {readonly reason: string; readonly rank: number};

/**
 * Compares the URL of a redirect with the URL of a later request. Returns the difference if it is typical for redirects: a slash
 * at the end, scheme or host, a language before the path, other parameters, or the spelling. Otherwise returns null.
 */
function urlLikeness(from: Requested, to: Requested): Likeness | null {
	const a = partsOf(from);
	const b = partsOf(to);
	if (a.path === b.path && a.query === b.query) {
		const isElsewhere = a.site !== b.site && b.site !== null;
		// The same answer again means that the client only repeated its request.
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
		? {reason: 'the same path, spelled differently', rank: 4}
		: null;
}

/** Splits a URL. `site`: scheme and host, if logged. */
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

/** Returns a path without percent-encoding, doubled slashes and capitals. */
function plain(path: string): string {
	let text = path;
	try {
		text = decodeURIComponent(path);
	} catch {
		// Malformed encoding: compare the path verbatim.
	}
	return text.toLowerCase().replaceAll(/\/{2,}/g, '/');
}

/** Maximum time in which a client follows a redirect, in ms. */
export const maxRedirectTime = 10_000;

/** The likely target of a redirect, or the redirect that likely led to a request. */
export type Hop = {
	readonly entry: Entry;
	/** The evidence, as text for the user. */
	readonly reason: string;
	/** A lower rank is stronger evidence. */
	readonly rank: number;
};

/** Rank of a request whose only evidence is that it was the next one. */
const weakest = 9;

/** Statuses with a target: RFC 9110, 15.4. */
const redirectStatuses: ReadonlySet<number | null> = new Set([301, 302, 303, 307, 308]);

/** Resources that a page loads. A page isn't redirected to them. */
const asset = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf)(?:\?|$)/i;

/** Maximum length of compared URLs. Browsers don't accept longer ones, so redirects don't have them. */
const maxUrlLength = 8192;

/** True if the response redirects the client. */
export function isRedirect({status}: Pick<Entry, 'status'>): boolean {
	return redirectStatuses.has(status);
}

/**
 * Guesses the client's request that a redirect led to; logs don't contain the target. The best guess is the first request within
 * ten seconds whose URL differs as redirects make URLs differ. Failing that, it is the next request that isn't answered with a
 * redirect. Returns null if there is no such request.
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

/** Within the same second, entries of different files have no order. */
function isSoonAfter(from: Entry, to: Entry): boolean {
	if (from.time === null || to.time === null || from.token === to.token) {
		return false;
	}
	const later = to.time - from.time;
	const isOrdered = from.position.file === to.position.file;
	return later <= maxRedirectTime && (later > 0 || (later === 0 && (!isOrdered || to.offset > from.offset)));
}

function isSameClient(a: Entry, b: Entry): boolean {
	const [agent, other] = [actualEntry(a).userAgent, actualEntry(b).userAgent];
	return a.ip !== null && a.ip === b.ip && (agent ?? other) === (other ?? agent);
}

/** 307 and 308 keep the method. The other statuses keep it, too, unless a form was sent: RFC 9110, 15.4. */
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
	if (from.url !== null && url !== null && from.url.length <= maxUrlLength && url.length <= maxUrlLength) {
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

/** Maximum number of consecutive redirects, because a loop may be endless. */
const maxHops = 10;

/** The chain of redirects around a request. */
export type Redirects = {
	/**
	 * The redirects that led to the request, oldest first. The reason of each explains why the request after it is its likely
	 * target.
	 */
	readonly before: readonly Hop[];
	/**
	 * The requests that the request led to, oldest first. The reason of each explains why it is the likely target of the request
	 * before.
	 */
	readonly after: readonly Hop[];
};

/**
 * Infers the redirects before and after a request.
 * @param around - the requests of its client including itself, oldest first
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
	const isNew = ({entry: {token}}: Hop): boolean => !seen.has(token) && seen.add(token).size <= maxHops;
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
			// With equal rank, the last one wins.
			.reduce<Hop | undefined>((best, hop) => (best && best.rank < hop.rank ? best : hop), undefined);
	const before: Hop[] = [];
	for (let hop = leadingTo(entry.token); hop && isNew(hop); hop = leadingTo(hop.entry.token)) {
		before.unshift(hop);
	}
	return {before, after};
}
