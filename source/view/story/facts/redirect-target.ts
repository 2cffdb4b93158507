import type {Entry} from '../../../store/store.js';
import {urlLikeness} from './url-likeness.js';

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
const redirects: ReadonlySet<number | null> = new Set([301, 302, 303, 307, 308]);

/** What a page fetches besides: no redirect of a page leads there. */
const asset = /\.(?:css|js|mjs|map|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf)(?:\?|$)/i;

/** No redirect leads from or to a URL that is longer than browsers take: it isn't compared. */
const longestUrl = 8192;

/** Whether an answer sends the client elsewhere. */
export const isRedirect = ({status}: Pick<Entry, 'status'>): boolean => redirects.has(status);

/**
 * Which of a client's requests a redirect led to. Logs don't say where it pointed: the best guess is the request within
 * ten seconds whose URL differs from this one's as redirects make it differ, the first of those; or else the next one
 * that isn't answered with a redirect. Null when there is none.
 * @param around - the client's requests, oldest first
 */
export function redirectTarget(from: Entry, around: readonly Entry[]): Hop | null {
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
