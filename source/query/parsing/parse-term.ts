import {parseAddressRange} from '../../entries/values/address-range.js';
import {
	type FieldKey,
	type FieldName,
	type NumberField,
	rowOf,
	type SearchedText,
} from '../../fields/fields.js';
import type {Expression, PartsMatch, TextMatch} from '../expression.js';
import {searchedFields} from '../field-names.js';
import {isLogFieldName, nameOfLogField} from '../log-field-name.js';
import {QueryError} from '../query-error.js';
import {quotedInMessage} from '../quoted.js';
import type {Item} from '../tokens/item.js';
import type {TermToken} from '../tokens/query-token.js';
import {parseLogValue} from './parse-log-value.js';
import {parseNumberRange} from './parse-number-range.js';
import {parseTextMatch} from './parse-text-match.js';
import {type Calendar, parseTimePeriod} from './time-period.js';

function isText(field: FieldKey): field is Exclude<SearchedText, 'bot'> {
	return rowOf(field).search?.by === undefined;
}

function isNumber(field: FieldKey): field is NumberField {
	return rowOf(field).search?.by === 'number';
}

/**
 * Parses a term. Ignores its negation.
 * @throws QueryError if a value is invalid for the field
 */
export function parseTerm({field, items}: TermToken, calendar: Calendar): Expression {
	const isAnything = items.every(({text, sign, isQuoted}) => !isQuoted && sign === '' && /^\*+$/.test(text));
	if (field === undefined && isAnything) {
		return {type: 'and', of: []};
	}
	const name = field ?? 'url';
	if (isLogFieldName(name)) {
		return {
			type: 'logField',
			name: nameOfLogField(name),
			matches: items.flatMap(item => parseLogValue(name, item)),
		};
	}
	const searched = searchedFields.get(name);
	if (searched === 'param') {
		return {type: 'text', field: searched, matches: items.flatMap(parseParameter)};
	}
	if (searched !== undefined && isText(searched)) {
		return {type: 'text', field: searched, matches: items.map(item => parseTextMatch(searched, item))};
	}
	if (name === 'network') {
		const matches = items.flatMap(item => (isAny(item) ? allNetworks : [parseTextMatch('ip', item)]));
		return {type: 'text', field: 'ip', matches};
	}
	if (name === 'bot') {
		return botExpression(items);
	}
	if (name === 'line') {
		return {type: 'line', matches: items.map(item => parseTextMatch('line', item))};
	}
	if (searched !== undefined && isNumber(searched)) {
		return {type: 'number', field: searched, ranges: items.map(item => parseNumberRange(searched, item))};
	}
	if (name === 'token') {
		return {type: 'token', prefixes: items.map(tokenPrefix)};
	}
	const item = single(name, items);
	const {from, until, end} = parseTimePeriod(item, calendar);
	if (name === 'on' && 'ago' in from) {
		throw new QueryError(
			`on: takes a day or a time of day: for requests since then, write since:${quotedInMessage(item.text)}`,
			item.start,
			item.end,
		);
	}
	switch (name) {
		case 'since':
			return {type: 'time', from, until: null};
		case 'until':
			return {type: 'time', from: null, until: end};
		default:
			return {type: 'time', from, until};
	}
}

function single(name: FieldName, items: readonly Item[]): Item {
	const [item, another] = items;
	if (item === undefined || another !== undefined) {
		throw new QueryError(
			`${name}: takes only one time: remove the rest`,
			another?.start ?? 0,
			items.at(-1)?.end ?? 0,
		);
	}
	return item;
}

function tokenPrefix({text, sign, isQuoted, start, end}: Item): string {
	if (text === '*' && sign === '' && !isQuoted) {
		return '';
	}
	if (sign === '~' || !/^[\da-f]{1,13}$/i.test(text)) {
		throw new QueryError(
			`“${quotedInMessage(text)}” is not the beginning of a token: these are 13 digits of 0-9 and a-f`,
			start,
			end,
		);
	}
	return text.toLowerCase();
}

function isAny({text, sign, isQuoted}: Item): boolean {
	return !isQuoted && sign === '' && /^\*+$/.test(text);
}

/** All addresses, and so all networks. */
const allNetworks: readonly TextMatch[] = ['0.0.0.0/0', '::/0'].flatMap(text => {
	const range = parseAddressRange(text);
	return range === null ? [] : [{kind: 'network', ...range} as const];
});

/** Parses the values of `bot:`: `yes` and `no`, and names of bots. */
function botExpression(items: readonly Item[]): Expression {
	const isWord = ({text, sign}: Item): boolean => sign !== '~' && /^(?:yes|no)$/i.test(text);
	const names = items.filter(item => !isWord(item));
	const of: readonly Expression[] = [
		...items.filter(isWord).map(({text}): Expression => ({type: 'bot', isBot: text.toLowerCase() === 'yes'})),
		...(names.length === 0
			? []
			: [{type: 'text', field: 'bot', matches: names.map(item => parseTextMatch('bot', item))} as const]),
	];
	const [only] = of;
	return of.length === 1 && only !== undefined ? only : {type: 'or', of};
}

/** Parses a value of `param:`. A plain value is a whole parameter, or the name of a parameter with any value. */
function parseParameter(item: Item): readonly TextMatch[] {
	const match = parseTextMatch('param', item);
	if (item.sign !== '' || item.text.includes('=') || match.kind === 'network' || match.kind === 'regexp') {
		return [match];
	}
	return [match, match.kind === 'url' ? {...match, of: withAnyValue(match.of)} : withAnyValue(match)];
}

function withAnyValue(match: PartsMatch): PartsMatch {
	const parts = match.kind === 'whole' ? match.parts : [match.text];
	return {kind: 'whole', parts: [...parts.slice(0, -1), `${parts.at(-1)}=`, ''], isExact: match.isExact};
}
