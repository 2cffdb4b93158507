/** What an entry must be like to match. */
export type Expression =
	/** All of these; where there are none, every entry matches. */
	| {readonly type: 'and'; readonly of: readonly Expression[]}
	/** At least one of these. */
	| {readonly type: 'or'; readonly of: readonly Expression[]}
	| {readonly type: 'not'; readonly of: Expression}
	| Test;

/**
 * A single question about an entry. What an entry doesn't have answers no question: `status:404` and `bytes:>0` don't
 * match one without a status or a size, `-status:404` does.
 */
export type Test =
	| {readonly type: 'number'; readonly field: NumberField; readonly ranges: readonly NumberRange[]}
	| {readonly type: 'text'; readonly field: SearchedText; readonly matches: readonly TextMatch[]}
	| {readonly type: 'time'; readonly from: TimePoint | null; readonly until: TimePoint | null}
	/** Tokens that begin with one of these, lower-case hexadecimal digits. */
	| {readonly type: 'token'; readonly prefixes: readonly string[]}
	/** Whether the user agent is that of a program rather than of a person's browser; without a user agent, neither. */
	| {readonly type: 'bot'; readonly isBot: boolean};

/** Numbers that are searched: `bytes` of the answer, and how long the request took, milliseconds. */
export type NumberField = 'status' | 'bytes' | 'durationMs';

/** Texts that are searched: as they are printed, so with the log's escapes undone. `route`: the shape of the URL. */
export type SearchedText =
	| 'ip'
	| 'method'
	| 'url'
	| 'protocol'
	| 'host'
	| 'user'
	| 'referer'
	| 'userAgent'
	| 'file'
	| 'format'
	| 'source'
	| 'route';

/** Both ends belong to it; open ends are infinite. */
export type NumberRange = {readonly from: number; readonly to: number};

/**
 * What a text must be like. Unless `isExact`, case makes no difference: both are compared as `toLowerCase` makes
 * them, and `text` is given in lower case already.
 */
export type TextMatch =
	| {readonly kind: 'contains' | 'equals'; readonly text: string; readonly isExact: boolean}
	/** These parts one after the other with anything between them; the first begins the text, the last ends it. */
	| {readonly kind: 'whole'; readonly parts: readonly string[]; readonly isExact: boolean}
	| {readonly kind: 'regexp'; readonly source: string; readonly isExact: boolean}
	/** An address of a network: 16 bytes of IPv6, IPv4 as its mapped form, of which the first `bits` count. */
	| {readonly kind: 'network'; readonly address: Uint8Array; readonly bits: number};

/** A moment: milliseconds since 1970, or so many before the present one, wherever that is. */
export type TimePoint = {readonly at: number} | {readonly ago: number};

/** Whether what matches depends on the present moment, so that it changes also when nothing comes. */
export function rolls(expression: Expression): boolean {
	switch (expression.type) {
		case 'and':
		case 'or':
			return expression.of.some(rolls);
		case 'not':
			return rolls(expression.of);
		case 'time':
			return [expression.from, expression.until].some(point => point !== null && 'ago' in point);
		default:
			return false;
	}
}
