import {parseAddress, parseAddressRange} from '../../entries/values/address-range.js';
import type {SearchedText} from '../../fields/fields.js';
import type {PartsMatch, TextMatch} from '../expression.js';
import {QueryError} from '../query-error.js';
import {quotedInMessage} from '../quoted.js';
import {compileRegexp, hasCapital, RegexpError} from '../regexps/regexp.js';
import type {Item} from '../tokens/item.js';
import {isEncodedInUrls} from '../url-text.js';

/** Fields whose values are compared as a whole. */
const wholeFields: ReadonlySet<string> = new Set<SearchedText>(['method', 'route', 'param']);

/**
 * Parses a value of a field that is searched as a string, or of `line` for text as it was logged.
 * @throws QueryError for an invalid regular expression and for an invalid address
 */
export function parseTextMatch(field: SearchedText | 'line', item: Item): TextMatch {
	const {sign, isQuoted, start, end} = item;
	// The derived host is in lower case.
	const text = field === 'refererHost' ? item.text.toLowerCase() : item.text;
	if (sign === '~') {
		return regexp(item);
	}
	if (field === 'ip' && sign === '' && !isQuoted && text.includes('/') && parseAddressRange(text) === null) {
		throw notNetwork(item);
	}
	const isExact = sign === '==' || text !== text.toLowerCase();
	// `==` compares URLs as they were logged.
	const inField = (match: PartsMatch): TextMatch =>
		sign !== '==' && isEncodedInUrls(field, text) ? {kind: 'url', of: match} : match;
	if (!isQuoted && text.includes('*')) {
		// Several `*` in a row mean the same as one.
		return inField({kind: 'whole', parts: text.split(/\*+/), isExact});
	}
	if (text === '' && sign === '') {
		throw new QueryError(
			'an empty text matches every value: remove the term, or write * for any value',
			start,
			end,
		);
	}
	if (sign !== '' || wholeFields.has(field)) {
		return inField({kind: 'equals', text, isExact});
	}
	if (field === 'ip' && !isQuoted) {
		const range = parseAddressRange(text);
		if (range !== null) {
			return {kind: 'network', ...range};
		}
		refuseAddress(item);
	}
	return inField({kind: 'contains', text, isExact});
}

function regexp(item: Item): TextMatch {
	const {text: source, start, end} = item;
	if (source === '') {
		throw new QueryError('a regular expression is missing after the ~', start, end);
	}
	const isExact = hasCapital(source);
	try {
		compileRegexp(source, isExact);
	} catch (error) {
		if (!(error instanceof RegexpError)) {
			throw error;
		}
		throw new QueryError(error.message, item.offsetOf(error.start), item.offsetOf(error.end), {cause: error});
	}
	return {kind: 'regexp', source, isExact};
}

/**
 * Rejects values that can only be meant as an address but are invalid. Part of a host name is valid, because some logs record
 * names instead of addresses.
 */
function refuseAddress({text, start, end}: Item): void {
	if (/^[\da-f.:]+-[\da-f.:]+$/i.test(text) && text.split('-').every(part => parseAddress(part) !== null)) {
		throw new QueryError('address ranges are not supported: write a network such as 10.0.0.0/24', start, end);
	}
	if (/^[\d.]+$/.test(text) || /^[\da-f:.[\]]*:[\da-f:.[\]]*$/i.test(text)) {
		const advice = 'write 203.0.113.9, 10.0.0.0/8, 2001:db8::/32 or a leading part such as 203.0.';
		throw new QueryError(`“${quotedInMessage(text)}” is not an address: ${advice}`, start, end);
	}
}

/** Explains an invalid network. A value with a `/` is always meant as a network, because host names contain none. */
function notNetwork({text, start, end}: Item): QueryError {
	const [head = '', ...lengths] = text.split('/');
	const max = head.includes(':') ? 128 : 32;
	const whole = `${[...head.replace(/\.$/, '').split('.'), 0, 0, 0].slice(0, 4).join('.')}/${lengths[0]}`;
	const advice =
		parseAddress(head) !== null && !head.includes('%') && lengths.length === 1
			? `write a number from 0 to ${max} after the /`
			: `write ${parseAddressRange(whole) === null ? '10.0.0.0/8 or 2001:db8::/32' : whole}`;
	return new QueryError(`“${quotedInMessage(text)}” is not a network: ${advice}`, start, end);
}
