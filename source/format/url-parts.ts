/** A piece of a URL. */
export type UrlPart = {
	/** Decoded, or as it stands where that can't be done. Not fit for the terminal: see `sanitise`. */
	readonly text: string;
	/** Why it can't be decoded. */
	readonly problem: string | null;
};

/** A parameter of a query. */
type UrlParameter = {
	readonly name: UrlPart;
	/** Null: there is no `=`. */
	readonly value: UrlPart | null;
};

/** A request target in its parts. */
type UrlParts = {
	/** `https`; null unless the target is absolute. */
	readonly scheme: string | null;
	/** Of an absolute target, user included, and of CONNECT's (`shop.example:443`); else null. */
	readonly authority: string | null;
	/** What stands between the slashes of the path; null where there is no path: `*`, or CONNECT's target. */
	readonly segments: readonly UrlPart[] | null;
	/** Whether the path ends in a slash. */
	readonly endsInSlash: boolean;
	/** Null: there is no `?`. */
	readonly parameters: readonly UrlParameter[] | null;
	/** What stands after `#`, which browsers don't send. */
	readonly fragment: UrlPart | null;
	/** How many segments and parameters there are besides. */
	readonly leftOut: number;
};

/** No more segments, and no more parameters, than anyone reads: a target of 64 KiB may have as many as characters. */
const mostParts = 100;

const scheme = /^([a-z][a-z0-9+.-]{0,31}):\/\//i;
const connect = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i;

/**
 * Takes a request target apart and decodes each part by itself: what is encoded within one is no separator. Never
 * throws, whatever the target is.
 */
export function urlParts(target: string): UrlParts {
	const absolute = scheme.exec(target);
	if (absolute === null && (target === '*' || (target.length < 300 && connect.test(target)))) {
		const authority = target === '*' ? null : target;
		return {
			scheme: null,
			authority,
			segments: null,
			endsInSlash: false,
			parameters: null,
			fragment: null,
			leftOut: 0,
		};
	}

	const rest = absolute === null ? target : target.slice(absolute[0].length);
	const authorityEnd = absolute === null ? 0 : endOf(rest, /[/?#]/);
	const {before: withQuery, after: fragment} = parted(rest.slice(authorityEnd), '#');
	const {before: path, after: query} = parted(withQuery, '?');
	const names = path.split('/').slice(path.startsWith('/') ? 1 : 0);
	const endsInSlash = names.length > 1 && names.at(-1) === '';
	const segments = endsInSlash ? names.slice(0, -1) : names.length === 1 && names[0] === '' ? [] : names;
	const parameters = query === null || query === '' ? [] : query.split('&').filter(text => text !== '');
	return {
		scheme: absolute?.[1] ?? null,
		authority: absolute === null ? null : rest.slice(0, authorityEnd),
		segments: segments.slice(0, mostParts).map(text => decoded(text, false)),
		endsInSlash: endsInSlash || path === '/',
		parameters: query === null ? null : parameters.slice(0, mostParts).map(parameterOf),
		fragment: fragment === null ? null : decoded(fragment, false),
		leftOut: Math.max(0, segments.length - mostParts) + Math.max(0, parameters.length - mostParts),
	};
}

function parameterOf(text: string): UrlParameter {
	const {before: name, after: value} = parted(text, '=');
	return {name: decoded(name, true), value: value === null ? null : decoded(value, true)};
}

/** In queries `+` is a space, as forms write it. */
function decoded(text: string, isQuery: boolean): UrlPart {
	const spaced = isQuery ? text.replaceAll('+', ' ') : text;
	if (!spaced.includes('%')) {
		return {text: spaced, problem: null};
	}

	if (/%(?![0-9a-f]{2})/i.test(spaced)) {
		return {text, problem: 'has a % that encodes nothing'};
	}

	try {
		return {text: decodeURIComponent(spaced), problem: null};
	} catch {
		return {text, problem: 'is no UTF-8'};
	}
}

function parted(text: string, separator: string): {readonly before: string; readonly after: string | null} {
	const at = text.indexOf(separator);
	return at === -1
		? {before: text, after: null}
		: {before: text.slice(0, at), after: text.slice(at + separator.length)};
}

function endOf(text: string, end: RegExp): number {
	const at = text.search(end);
	return at === -1 ? text.length : at;
}
