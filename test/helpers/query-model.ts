import {isbot} from 'isbot';
import {agentFamily} from '../../source/fields/agent-family.js';
import type {SearchedText} from '../../source/fields/fields.js';
import {isSearchOfBytes} from '../../source/query/evaluation/line-matches.js';
import {isValueMatch} from '../../source/query/evaluation/value-match.js';
import type {Expression, TextMatch, TimePoint} from '../../source/query/expression.js';
import {KnownRoutes} from '../../source/routes/known-routes.js';
import type {Entry} from '../../source/store/store.js';
import {isInNetwork, model16} from './address-model.js';

const known = new KnownRoutes();

/**
 * Checks whether an entry with this line matches, in the simplest way possible. `now` is in ms since 1970. `fields` has the
 * log fields.
 */
export function matches(expression: Expression, entry: Entry, now: number, line?: string): boolean {
	switch (expression.type) {
		case 'and':
			return expression.of.every(part => matches(part, entry, now, line));
		case 'or':
			return expression.of.some(part => matches(part, entry, now, line));
		case 'not':
			return !matches(expression.of, entry, now, line);
		case 'number': {
			const value = entry[expression.field];
			return value !== null && expression.ranges.some(({from, to}) => value >= from && value <= to);
		}
		case 'text': {
			const texts = textsOf(entry, expression.field);
			return texts.some(text => expression.matches.some(match => isMatch(match, text)));
		}
		case 'time': {
			const {from, until} = expression;
			const at = (point: TimePoint): number => ('at' in point ? point.at : now - point.ago);
			return (
				entry.time !== null &&
				(from === null || entry.time >= at(from)) &&
				(until === null || entry.time <= at(until))
			);
		}
		case 'token':
			return expression.prefixes.some(prefix => entry.token.startsWith(prefix));
		case 'line':
			if (line === undefined) {
				throw new TypeError('an entry has no line');
			}
			return isLineMatch(expression.matches, line);
		case 'logField': {
			const text = entry.fields[expression.name] ?? null;
			return text !== null && isValueMatch(expression.matches, expression.name)(text);
		}
		case 'bot':
			return entry.userAgent !== null && isProgram(entry.userAgent) === expression.isBot;
	}
}

function isLineMatch(all: readonly TextMatch[], line: string): boolean {
	const ofBytes = isSearchOfBytes(all);
	return all.some(match =>
		ofBytes && match.kind === 'contains' && !match.isExact
			? line.replaceAll(/[A-Z]/g, letter => letter.toLowerCase()).includes(match.text)
			: isMatch(match, line),
	);
}

/** Returns the values of a field that a search compares. */
export function textsOf(entry: Entry, field: SearchedText): readonly string[] {
	const {url, userAgent, referer} = entry;
	switch (field) {
		case 'param':
			return paramsOf(url);
		case 'refererHost':
			return textOrNone(refererHostOf(referer));
		case 'bot':
			return textOrNone(botOf(userAgent));
		case 'family':
			return textOrNone(agentFamily(userAgent));
		case 'route':
			return textOrNone(routeIn(entry));
		default:
			return textOrNone(entry[field]);
	}
}

function textOrNone(text: string | null): readonly string[] {
	return text === null ? [] : [text];
}

/** Returns the parameters of a URL. */
export function paramsOf(url: string | null): readonly string[] {
	const [, query = ''] = /^[^#?]*\?([^#]*)/.exec(url ?? '') ?? [];
	return query.split('&').filter(part => part !== '');
}

/** Returns the host of a referer. */
export function refererHostOf(referer: string | null): string | null {
	const [, authority = ''] = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(referer ?? '') ?? [];
	const host = authority.slice(authority.indexOf('@') + 1);
	const [found = ''] = /^(\[[^\]]*\]|[^:]*)/.exec(host) ?? [];
	return found === '' ? null : found.toLowerCase();
}

/** True for programs that aren't the app of a person. */
export function isProgram(userAgent: string): boolean {
	return isbot(userAgent) && !/okhttp|Alamofire/.test(userAgent);
}

/** Returns the name of a bot: no tool has one. */
export function botOf(userAgent: string | null): string | null {
	const isOther = userAgent === null || userAgent.startsWith('curl/') || !isProgram(userAgent);
	return isOther ? null : agentFamily(userAgent);
}

function routeIn({url}: Entry): string | null {
	return url === null ? null : known.of(url).route;
}

function isMatch(match: TextMatch, given: string): boolean {
	if (match.kind === 'network') {
		const address = model16(given);
		return address !== null && isInNetwork(address, match.address, match.bits);
	}
	if (match.kind === 'regexp') {
		return new RegExp(match.source, match.isExact ? 'u' : 'iu').test(given);
	}
	if (match.kind === 'url') {
		const plain = (text: string): string => text.replaceAll('+', ' ').normalize('NFC');
		const {of} = match;
		const read = of.kind === 'whole' ? {...of, parts: of.parts.map(plain)} : {...of, text: plain(of.text)};
		return isMatch(of, given) || isMatch(read, percentDecoded(given));
	}
	const text = match.isExact ? given : given.toLowerCase();
	switch (match.kind) {
		case 'contains':
			return text.includes(match.text);
		case 'equals':
			return text === match.text;
		case 'whole':
			return new RegExp(`^${match.parts.map(escaped).join('.*')}$`, 's').test(text);
	}
}

/** Undoes percent-encoding byte by byte. */
function percentDecoded(url: string): string {
	const bytes = [...Buffer.from(url.replaceAll('+', ' '))];
	for (let at = 0; at < bytes.length; at++) {
		const [, digits] = /^%([0-9a-fA-F]{2})/.exec(String.fromCharCode(...bytes.slice(at, at + 3))) ?? [];
		if (digits !== undefined) {
			bytes.splice(at, 3, Number.parseInt(digits, 16));
		}
	}
	return Buffer.from(bytes).toString().normalize('NFC');
}

function escaped(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
