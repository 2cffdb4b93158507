/** A piece of a URL. */
export type UrlPart = {
	/** Decoded if possible, otherwise as logged. Not sanitised: see `sanitise`. */
	readonly text: string;
	/** The reason why it can't be decoded, or null. */
	readonly problem: string | null;
};

/** A parameter of a query. */
type UrlParameter = {
	readonly name: UrlPart;
	/** Null without `=`. */
	readonly value: UrlPart | null;
};

/** The parts of a request target. */
type UrlParts = {
	/** `https`; null unless the target is absolute. */
	readonly scheme: string | null;
	/** Authority of an absolute target, including the user, or of a CONNECT target (`shop.example:443`); otherwise null. */
	readonly authority: string | null;
	/** Parts of the path between slashes; null without a path: for `*` and CONNECT. */
	readonly segments: readonly UrlPart[] | null;
	/** True if the path ends in a slash. */
	readonly endsInSlash: boolean;
	/** Null without `?`. */
	readonly parameters: readonly UrlParameter[] | null;
	/** The part after `#`, which browsers don't send. */
	readonly fragment: UrlPart | null;
	/** Number of segments and parameters beyond the limit. */
	readonly leftOut: number;
};

/** Maximum number of segments, and of parameters: a target of 64 KiB could have one for each character. */
const maxParts = 100;

const scheme = /^([a-z][a-z0-9+.-]{0,31}):\/\//i;
const connect = /^(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+):\d{1,5}$/i;

/** Splits a request target and decodes each part separately, so that an encoded separator doesn't split it. Never throws. */
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
		segments: segments.slice(0, maxParts).map(text => decoded(text, false)),
		endsInSlash: endsInSlash || path === '/',
		parameters: query === null ? null : parameters.slice(0, maxParts).map(parameterOf),
		fragment: fragment === null ? null : decoded(fragment, false),
		leftOut: Math.max(0, segments.length - maxParts) + Math.max(0, parameters.length - maxParts),
	};
}

function parameterOf(text: string): UrlParameter {
	const {before: name, after: value} = parted(text, '=');
	return {name: decoded(name, true), value: value === null ? null : decoded(value, true)};
}

/** In queries `+` is a space, as in forms. */
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
		return {text, problem: "isn't UTF-8"};
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
