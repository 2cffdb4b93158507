import {textFields} from '../fields/fields.js';
import {EntryRecord, type Field, fields, spanOf} from './entry-record.js';
import type {ScanLine} from './format.js';
import {asWord, emptyFields, fieldKinds, maxLiteral, noField, type Step, type Value} from './layout-steps.js';
import {partOfDuration} from './pattern/aws-parts.js';
import {noting} from './pattern/captures.js';
import {compilePattern} from './pattern/compile-pattern.js';
import {haproxyClient, haproxyDuration, haproxyTotal, queues, sureClient} from './pattern/haproxy-parts.js';
import type {LinePattern, PatternReader} from './pattern/pattern-reader.js';
import {isValuePart, type Pattern, type ValuePart} from './pattern/value-part.js';
import {
	fallbackHost,
	hostBeforeUrl,
	listedSeconds,
	milliseconds,
	number,
	other,
	seconds,
	sureSeconds,
	upstreamItemList,
	upstreamList,
	word,
} from './pattern/value-parts.js';

/** A pattern, and the ranges of the values of the line that it matched last. */
type Form = LinePattern & {readonly spans: Int32Array; readonly scan: ScanLine};

/** Fields that lines with a layout have. */
const needed: readonly Field[] = ['time', 'status'];

/** A value of the pattern in a line, with the fields that were found in it. */
type Found = {
	readonly valuePart: ValuePart;
	readonly line: string;
	readonly start: number;
	readonly end: number;
	readonly text: string;
	readonly isQuoted: boolean;
	/** The text after the value, up to the next one. */
	readonly after: string;
	readonly inside: readonly Field[];
	/** Returns the text of a field. */
	readonly textOf: (field: Field) => string;
};

/**
 * The layouts of lines in a format that is described by patterns. A pattern has the literal text and the parts of a line. Each part
 * has a kind if WebAssembly reads values of that kind like the part; others are literal text.
 */
export class TextLayout {
	readonly #forms: readonly Form[];
	readonly #record = new EntryRecord();

	constructor(reader: PatternReader) {
		this.#forms = reader.patterns().map(form => {
			const spans = new Int32Array(2 * form.pattern.length);
			const noted = form.pattern.map((part, index) =>
				isValuePart(part) ? noting(part, spans, 2 * index) : part,
			);
			return {...form, spans, scan: compilePattern(noted, form.isOpen ? 'any' : 'none')};
		});
	}

	/**
	 * Returns the layout of the line `bytes[start, end)`, which a reader has read into the record; undefined if the line has none.
	 */
	steps(
		bytes: Buffer,
		start: number,
		end: number,
		{spans, skipped, isClientListed}: EntryRecord,
		format: number,
	): readonly Step[] | undefined {
		const record = this.#record;
		const index = this.#forms.findIndex(({scan}) => {
			record.clear();
			return scan(bytes, start, end, record) === 0;
		});
		const form = this.#forms[index];
		const isSame = record.spans.every((span, at) => span === spans[at]);
		const earlier = this.#forms.slice(0, index);
		if (
			form === undefined ||
			!isSame ||
			skipped !== 0 ||
			isClientListed ||
			!earlier.every(({pattern}) => areApart(pattern, form.pattern))
		) {
			return undefined;
		}
		return stepsOf(form, bytes.toString('latin1', start, end), start, record, format);
	}
}

/**
 * Checks that no line with a layout of the second pattern matches the first: where they begin to differ, they have different
 * characters, or the first has a quote and the second a value, which never begins with a quote in a layout.
 */
function areApart(first: Pattern, second: Pattern): boolean {
	const at = second.findIndex((part, index) => !isSamePart(first[index], part));
	const [one, two] = [first[at], second[at]];
	if (typeof one !== 'string' || typeof two !== 'string') {
		return false;
	}
	const length = [...two].findIndex((character, index) => one[index] !== character);
	return length === -1
		? one[two.length] === '"' && isValuePart(second[at + 1] ?? '')
		: one[length] !== undefined;
}

function isSamePart(one: Pattern[number] | undefined, two: Pattern[number]): boolean {
	return one === two || (typeof one === 'object' && isValuePart(one) && isValuePart(two) && isOf(one, two));
}

/** Checks that a part reads the same values as one of `others`. */
function isOf(valuePart: ValuePart, ...others: readonly ValuePart[]): boolean {
	return others.some(one =>
		'take' in valuePart
			? 'take' in one && valuePart.take === one.take
			: valuePart.what === one.what || ('reach' in one && valuePart.reach === one.reach),
	);
}

/** Returns the layout of the line that the form matched last, or undefined. */
function stepsOf(
	{pattern, spans}: Form,
	line: string,
	offset: number,
	record: EntryRecord,
	format: number,
): readonly Step[] | undefined {
	const rangeOf = (field: Field) =>
		[(record.spans[spanOf[field]] ?? 0) - offset, (record.spans[spanOf[field] + 1] ?? 0) - offset] as const;
	const hasField = (field: Field) => rangeOf(field)[1] > 0;
	const present = fields.filter(hasField);
	const layout = new Steps();
	const read = new Set<Field>();
	let hasList = false;
	let hasItems = false;
	let at = 0;
	for (const [index, valuePart] of pattern.entries()) {
		if (!isValuePart(valuePart)) {
			continue;
		}
		const start = (spans[2 * index] ?? 0) - offset;
		const end = (spans[2 * index + 1] ?? 0) - offset;
		const next = pattern[index + 1];
		const inside = present.filter(field => rangeOf(field)[0] >= start && rangeOf(field)[1] <= end);
		const values = valuesOf({
			valuePart,
			line,
			start,
			end,
			text: line.slice(start, end),
			isQuoted: line[start - 1] === '"' && line[end] === '"',
			after: typeof next === 'string' ? next : next === undefined ? '' : ' ',
			inside,
			textOf: field => line.slice(...rangeOf(field)),
		});
		const isList = values?.some(({kind}) => kind === 'addresses') === true;
		// The client is chosen from the peer and the list.
		if (values === undefined || (isList && !read.has('ip'))) {
			return undefined;
		}
		hasList ||= isList;
		hasItems ||= isOf(valuePart, upstreamList, upstreamItemList);
		layout.addText(line.slice(at, start));
		for (const step of values) {
			layout.add(step);
		}
		for (const field of isOf(valuePart, partOfDuration) ? (['durationMs'] as const) : inside) {
			read.add(field);
		}
		at = end;
	}
	layout.addText(line.slice(at, record.knownEnd - offset));
	// A loose value could have the further items.
	const isApart = !hasItems || !layout.has('loose');
	// Without its own time, the line would have the time of a prefix.
	const isWhole = isApart && needed.every(hasField) && present.every(field => read.has(field));
	const cleared = emptyFields(field => hasField(field) || (hasList && field === 'peerIp'));
	const knownEnd = record.knownEnd - offset;
	const isRequestLast = rangeOf('protocol')[1] + 1 === knownEnd;
	const kind = knownEnd === line.length ? 'end' : isRequestLast ? 'requestEnd' : 'openEnd';
	return isWhole ? layout.ended(kind, format, cleared) : undefined;
}

/** Kinds whose parameter is the number of such values. */
const runs: ReadonlySet<Value['kind']> = new Set(['words', 'addend']);

/** A layout under construction. */
class Steps {
	readonly #steps: Step[] = [];
	/** Literal text after the last step. */
	#literal = '';

	has(kind: Value['kind']): boolean {
		return this.#steps.some(step => step.kind === kind);
	}

	addText(text: string): void {
		this.#literal += text;
	}

	add({literal, kind, parameter = 0}: Step): void {
		const last = this.#steps.at(-1);
		this.#literal += literal;
		if (kind === 'nothing') {
			return;
		}
		if (runs.has(kind) && last?.kind === kind && this.#literal === ' ') {
			this.#steps[this.#steps.length - 1] = {...last, parameter: (last.parameter ?? 0) + parameter};
		} else {
			this.#steps.push({literal: this.#literal, kind, parameter});
		}
		this.#literal = '';
	}

	/**
	 * Returns the steps; undefined if the line begins with a word, which can be a prefix.
	 *
	 * @param cleared - bits of the fields that lines lack
	 */
	ended(kind: Value['kind'], format: number, cleared: number): readonly Step[] | undefined {
		const [first] = this.#steps;
		const isVague = first?.literal === '' && vague.has(first.kind);
		return isVague
			? undefined
			: [
					...this.#steps,
					{literal: this.#literal, kind: 'blank', format: cleared},
					{literal: '', kind, format},
				];
	}
}

const vague: ReadonlySet<Value['kind']> = new Set(['words', 'bare', 'number', 'status', 'size', 'name']);

function one(value: Value): readonly Step[] {
	return [{literal: '', ...value}];
}

/** Returns the kinds of a value, with the text before each; undefined if its notation is unusual. */
function valuesOf(found: Found): readonly Step[] | undefined {
	const {valuePart, inside, text, isQuoted, after, textOf} = found;
	const [field] = inside;
	if (isOf(valuePart, partOfDuration)) {
		return /^\d+\.\d+$/.test(text) ? one({kind: 'addend', parameter: 1}) : undefined;
	}
	if (isOf(valuePart, haproxyDuration, queues)) {
		return numbersOf(text, field === 'durationMs');
	}
	if (field === undefined) {
		return skippedValue(found);
	}
	if (field === 'method' && textOf('protocol') !== '' && text.endsWith(textOf('protocol'))) {
		return isQuoted && inside.length === 3 ? one({kind: 'request'}) : undefined;
	}
	const isWord =
		!isQuoted && !isOf(valuePart, hostBeforeUrl) && /^(?: |$)/.test(after) && !/[ \t]/.test(text);
	if (inside.length > 1 || !(isQuoted || isWord || field === 'time')) {
		return undefined;
	}
	if (field === 'ip') {
		return clientOf(found, isWord);
	}
	return textOf(field) === text ? fieldValue(found, field, isWord) : undefined;
}

/** Returns the kinds of numbers with slashes between them. */
function numbersOf(text: string, hasDuration: boolean): readonly Step[] | undefined {
	const count = text.split('/').length;
	if (!/^\d+(?:\/\d+)+$/.test(text)) {
		return undefined;
	}
	return hasDuration
		? [...one({kind: 'slashed', parameter: count - 1}), {literal: '/', kind: 'milliseconds'}]
		: one({kind: 'slashed', parameter: count});
}

/** Returns a kind that skips the value, or the value as literal text that all lines with this layout share. */
function skippedValue({valuePart, text, isQuoted, after, textOf}: Found): readonly Step[] | undefined {
	const isOther = isOf(valuePart, other) || (isOf(valuePart, fallbackHost) && textOf('host') !== '');
	if (isOther && isQuoted) {
		return one({kind: 'quoted', parameter: noField});
	}
	if (isOther && after.startsWith(' "')) {
		return text === '' || text.includes('"') ? undefined : one({kind: 'loose'});
	}
	if (isOther && after.startsWith(']')) {
		return one({kind: 'bracketed'});
	}
	if (isOf(valuePart, upstreamItemList) && /^[^ ",]+$/.test(text)) {
		return one({kind: 'bare', parameter: noField});
	}
	if ((isOther || isOf(valuePart, word)) && /^(?: |$)/.test(after) && /^[^ "]+$/.test(text)) {
		return one({kind: 'words', parameter: 1});
	}
	if (isOf(valuePart, number) && /^\d+$/.test(text)) {
		return one({kind: 'number'});
	}
	return text.length <= maxLiteral ? [{literal: text, kind: 'nothing'}] : undefined;
}

function clientOf({valuePart, text, after, textOf}: Found, isWord: boolean): readonly Step[] | undefined {
	const ip = textOf('ip');
	if (text === ip) {
		return one({kind: 'client', parameter: isWord ? asWord : 0});
	}
	const [before = '', port = ''] = text.split(ip);
	const isPort = after.startsWith(' ') && /^\]?:\d+$/.test(port) && before === (port[0] === ']' ? '[' : '');
	return isWord && isPort
		? one({kind: 'peer', parameter: isOf(valuePart, haproxyClient, sureClient) ? 1 : 0})
		: undefined;
}

/** The environment's zone, if it never changes. */
const isUtc = /^(?:Etc\/)?UTC$/;

function timeOf(text: string): Value | undefined {
	if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)$/.test(text)) {
		return {kind: 'isoTime'};
	}
	if (/^\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8} [+-]\d{4}$/.test(text)) {
		return {kind: 'clfTime'};
	}
	return /^\d\d\/[A-Z][a-z]{2}\/\d{4}:[\d:]{8}\.\d{3}$/.test(text) &&
		isUtc.test(Intl.DateTimeFormat().resolvedOptions().timeZone)
		? {kind: 'localTime'}
		: undefined;
}

function durationOf(valuePart: ValuePart, text: string): Value | undefined {
	const [whole, decimals = ''] = /^\d+(?:\.(\d+))?$/.exec(text) ?? [];
	if (whole === undefined) {
		return undefined;
	}
	if (isOf(valuePart, seconds, listedSeconds, sureSeconds)) {
		return {kind: 'scaled', parameter: decimals.length};
	}
	return decimals === '' && isOf(valuePart, milliseconds, haproxyTotal) ? {kind: 'milliseconds'} : undefined;
}

/** A user has no spaces around it: see `setTrimmedText`. */
function quotedKind(field: Field): Value['kind'] {
	return field === 'user' ? 'quotedWord' : 'quoted';
}

function fieldValue(
	{valuePart, text, isQuoted}: Found,
	field: Field,
	isWord: boolean,
): readonly Step[] | undefined {
	const kind = fieldKinds[field];
	const parameter = (textFields as readonly Field[]).indexOf(field);
	const value =
		field === 'time'
			? timeOf(text)
			: field === 'durationMs'
				? durationOf(valuePart, text)
				: field === 'forwardedFor'
					? isQuoted
						? ({kind: 'addresses'} as const)
						: undefined
					: kind !== undefined
						? {kind, parameter: isWord ? asWord : 0}
						: parameter === -1
							? undefined
							: ({kind: isQuoted ? quotedKind(field) : 'bare', parameter} as const);
	return value && one(value);
}
