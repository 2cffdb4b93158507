import fc from 'fast-check';
import {rowOf, type SearchedText} from '../../source/fields/fields.js';
import type {Expression, TextMatch, TimePoint, ValueMatch} from '../../source/query/expression.js';
import {hasCapital} from '../../source/query/regexps/regexp.js';
import {isEncodedInUrls} from '../../source/query/url-text.js';
import {nastyText} from './nasty-text.js';

/** Prints an expression as a user would type it. */
export function printed(expression: Expression): string {
	switch (expression.type) {
		case 'and':
			return expression.of.length === 0
				? '*'
				: expression.of.map(part => (isList(part) ? `(${printed(part)})` : printed(part))).join(' ');
		case 'or':
			return expression.of
				.map(part => (part.type === 'or' ? `(${printed(part)})` : printed(part)))
				.join(' OR ');
		case 'not':
			return isList(expression.of) || expression.of.type === 'not'
				? `-(${printed(expression.of)})`
				: `-${printed(expression.of)}`;
		case 'number':
			return `${rowOf(expression.field).search?.name}:${expression.ranges
				.map(({from, to}) =>
					from === to
						? `${from}`
						: Number.isFinite(from) || Number.isFinite(to)
							? `${Number.isFinite(from) ? from : ''}-${Number.isFinite(to) ? to : ''}`
							: '*',
				)
				.join(',')}`;
		case 'text':
			return `${rowOf(expression.field).search?.name}:${expression.matches.map(printedMatch).join(',')}`;
		case 'time': {
			const {from, until} = expression;
			return from !== null && until !== null
				? `on:${printedTime(from)}`
				: from !== null
					? `since:${printedTime(from)}`
					: `until:${until === null ? '' : printedTime(behind(until))}`;
		}
		case 'token':
			return `token:${expression.prefixes.join(',')}`;
		case 'line':
			return `line:${expression.matches.map(printedMatch).join(',')}`;
		case 'logField':
			return `@${quoted(expression.name)}:${expression.matches.flatMap(printedValueMatch).join(',')}`;
		case 'bot':
			return `bot:${expression.isBot ? 'yes' : 'no'}`;
	}
}

/** Returns the time to print after `until`. A time of day there is exclusive, hence 1 ms more. */
function behind(point: TimePoint): TimePoint {
	return 'at' in point ? {at: point.at + 1} : point;
}

function isList(expression: Expression): boolean {
	return expression.type === 'or' || (expression.type === 'and' && expression.of.length > 0);
}

function printedMatch(match: TextMatch): string {
	switch (match.kind) {
		case 'contains':
			return quoted(match.text);
		case 'equals':
			return `${match.isExact ? '==' : '='}${quoted(match.text)}`;
		case 'whole':
			return `${match.isExact ? '==' : '='}${match.parts.join('*')}`;
		case 'url':
			return match.of.kind === 'contains'
				? quoted(match.of.text)
				: `=${printedMatch(match.of).replace(/^=+/, '')}`;
		case 'regexp':
			return `~${quoted(match.source)}`;
		case 'network': {
			const groups = Array.from({length: 8}, (_, index) =>
				((match.address[index * 2] ?? 0) * 256 + (match.address[index * 2 + 1] ?? 0)).toString(16),
			);
			return `${groups.join(':')}/${match.bits}`;
		}
	}
}

function printedValueMatch(
	match: ValueMatch,
	index: number,
	matches: readonly ValueMatch[],
): readonly string[] {
	const before = matches[index - 1];
	switch (match.kind) {
		case 'any':
			return ['*'];
		case 'number':
			// The text of a range follows it.
			return isRange(match) ? [] : [printedComparison(match)];
		default:
			return [
				before?.kind === 'number' && isRange(before) && match.kind === 'contains'
					? match.text
					: printedMatch(match),
			];
	}
}

function isRange({number, duration}: ValueMatch & {kind: 'number'}): boolean {
	const {from, to} = number ?? duration ?? {from: 0, to: 0};
	return Number.isFinite(from) && Number.isFinite(to);
}

function printedComparison({number, duration}: ValueMatch & {kind: 'number'}): string {
	const {from, to} = number ?? duration ?? {from: 0, to: 0};
	const [sign, value] = Number.isFinite(from) ? ['>=', from] : ['<=', to];
	const [unit, factor] = number === null ? ['ms', 1] : duration === null ? ['', 1] : ['m', 1e6];
	return `${sign}${value / factor}${unit}`;
}

function printedTime(point: TimePoint): string {
	return 'at' in point ? new Date(point.at).toISOString() : `${point.ago / 1000}s`;
}

function quoted(text: string): string {
	return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

function isCapital(text: string): boolean {
	return text !== text.toLowerCase();
}

const plain = fc.string({unit: fc.constantFrom('a', 'B', '/', '.', '日', "'", '?'), maxLength: 4});
const equalText = fc
	.tuple(nastyText, fc.boolean())
	.map(([text, isExact]) => ({kind: 'equals' as const, text, isExact: isExact || isCapital(text)}));
const wholeText = fc
	.tuple(fc.array(plain, {minLength: 2, maxLength: 4}), fc.boolean())
	.map(([given, isExact]) => {
		// An empty part in the middle prints as `**`, which parses as a single `*`.
		const parts = given.filter((part, index) => part !== '' || index === 0 || index === given.length - 1);
		return {kind: 'whole' as const, parts, isExact: isExact || isCapital(parts.join(''))};
	});
const regexpText = fc
	.constantFrom('^/admin/.*\\.php$', '(en|de) "x"', '\\Dx', 'A', '[a,b)]', 'é{2,3}', '\\\\')
	.map(source => ({kind: 'regexp' as const, source, isExact: hasCapital(source)}));
const containedText = nastyText
	.filter(text => text !== '')
	.map(text => ({kind: 'contains' as const, text, isExact: isCapital(text)}));
const network = fc
	.tuple(fc.uint8Array({minLength: 16, maxLength: 16}), fc.nat(128))
	.map(([address, bits]) => ({kind: 'network' as const, address, bits}));

function some<T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
	return fc.array(arbitrary, {minLength: 1, maxLength: 3});
}
const size = fc.nat(100_000);

/** Any string except a lone `*`, which means any value of a log field. */
const wholeValue = wholeText.filter(({parts, isExact}) => isExact || parts.some(part => part !== ''));

const compared = fc
	.tuple(fc.integer({min: -1e6, max: 1e6}), fc.constantFrom('number', 'duration', 'both'), fc.boolean())
	.map(([value, unit, isFrom]): readonly ValueMatch[] => {
		const range = (of: number) => ({
			from: isFrom ? of : Number.NEGATIVE_INFINITY,
			to: isFrom ? Number.POSITIVE_INFINITY : of,
		});
		// `m` stands for millions and for minutes.
		return unit === 'both'
			? [{kind: 'number', number: range(value * 1e6), duration: range(value * 60_000)}]
			: [
					{
						kind: 'number',
						number: unit === 'number' ? range(value) : null,
						duration: unit === 'number' ? null : range(value),
					},
				];
	});
const valueRange = fc
	.tuple(size, size, fc.constantFrom('', 'k', 'ms', 's'))
	.map(([one, other, unit]): readonly ValueMatch[] => {
		const [from, to] = [Math.min(one, other), Math.max(one, other)];
		const factor = unit === 'k' || unit === 's' ? 1000 : 1;
		const range = {from: from * factor, to: to * factor};
		const isTime = unit.endsWith('s');
		return [
			{kind: 'number', number: isTime ? null : range, duration: isTime ? range : null},
			{kind: 'contains', text: `${from}${unit}-${to}${unit}`, isExact: false},
		];
	});
const valueMatches = some(
	fc.oneof(
		fc.oneof(equalText, wholeValue, regexpText, containedText).map((match): readonly ValueMatch[] => [match]),
		fc.constant<readonly ValueMatch[]>([{kind: 'any'}]),
		compared,
		valueRange,
	),
).map(groups => groups.flat());
/** Any name of a log field in a search, in lower case. */
const logFieldName = nastyText
	.map(name => name.toLowerCase())
	.filter(name => name !== '' && name === name.toLowerCase());

const wholeFields: readonly SearchedText[] = ['method', 'route'];
const otherFields: readonly SearchedText[] = [
	'url',
	'protocol',
	'host',
	'user',
	'referer',
	'userAgent',
	'family',
	'forwardedFor',
	'upstream',
	'file',
	'format',
];

const time = fc.oneof(
	fc.integer({min: 0, max: 1e9}).map((seconds): TimePoint => ({ago: seconds * 1000})),
	fc.integer({min: 0, max: 4e12}).map((at): TimePoint => ({at})),
);
const range = fc.oneof(
	size.map(from => ({from, to: from})),
	fc.tuple(size, size).map(([one, other]) => ({from: Math.min(one, other), to: Math.max(one, other)})),
	size.map(from => ({from, to: Number.POSITIVE_INFINITY})),
	size.map(to => ({from: Number.NEGATIVE_INFINITY, to})),
	fc.constant({from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY}),
);

/** Compares URLs also in their decoded form, unless the condition is printed with `==`. */
function inField({
	field,
	...test
}: {
	readonly type: 'text';
	readonly field: SearchedText;
	readonly matches: readonly TextMatch[];
}): Expression {
	const matches = test.matches.map((match): TextMatch => {
		if (match.kind === 'regexp' || match.kind === 'network' || match.kind === 'url') {
			return match;
		}
		const text = match.kind === 'whole' ? match.parts.join('*') : match.text;
		return isEncodedInUrls(field, text) && (match.kind === 'contains' || !match.isExact)
			? {kind: 'url', of: match}
			: match;
	});
	return {...test, field, matches};
}

const test: fc.Arbitrary<Expression> = fc.oneof(
	fc.record({
		type: fc.constant('number' as const),
		field: fc.constantFrom('status' as const, 'bytes' as const, 'durationMs' as const),
		ranges: some(range),
	}),
	fc
		.record({
			type: fc.constant('text' as const),
			field: fc.constantFrom(...wholeFields),
			matches: some(fc.oneof(equalText, wholeText, regexpText)),
		})
		.map(inField),
	fc
		.record({
			type: fc.constant('text' as const),
			field: fc.constantFrom(...otherFields),
			matches: some(fc.oneof(equalText, wholeText, regexpText, containedText)),
		})
		.map(inField),
	fc.record({
		type: fc.constant('text' as const),
		field: fc.constant('ip' as const),
		matches: some(fc.oneof(equalText, wholeText, regexpText, containedText, network)),
	}),
	time.map((from): Expression => ({type: 'time', from, until: null})),
	time.map((until): Expression => ({type: 'time', from: null, until})),
	fc.integer({min: 0, max: 4e12}).map((at): Expression => ({type: 'time', from: {at}, until: {at}})),
	some(fc.stringMatching(/^[0-9a-f]{1,13}$/)).map((prefixes): Expression => ({type: 'token', prefixes})),
	fc.boolean().map((isBot): Expression => ({type: 'bot', isBot})),
	fc.record({
		type: fc.constant('line' as const),
		matches: some(fc.oneof(equalText, wholeText, regexpText, containedText)),
	}),
	fc.record({type: fc.constant('logField' as const), name: logFieldName, matches: valueMatches}),
);

/** Any expression that the query syntax can express. Lists have at least two members. */
export const arbitraryExpression: fc.Arbitrary<Expression> = fc.letrec<{any: Expression}>(tie => ({
	any: fc.oneof(
		{maxDepth: 4, depthSize: 'small'},
		test,
		fc.constant<Expression>({type: 'and', of: []}),
		tie('any').map((of): Expression => ({type: 'not', of})),
		fc.array(tie('any'), {minLength: 2, maxLength: 3}).map((of): Expression => ({type: 'and', of})),
		fc.array(tie('any'), {minLength: 2, maxLength: 3}).map((of): Expression => ({type: 'or', of})),
	),
})).any;
