import {textFields} from '../fields/fields.js';
import {allFormats} from './chosen-readers.js';
import {type EntryRecord, type Field, fields, spanOf} from './entry-record.js';
import {noField, type Step, type Value} from './layout-steps.js';

/** A format of text whose lines have a layout. */
type ColumnFormat = {
	/** Matches lines of its most common pattern. Lines of the others may have words in place of numbers. */
	readonly shape: RegExp;
	/** Fields that its lines must have. */
	readonly needed: readonly Field[];
	/** True if anything may follow the last of them. */
	readonly isOpen: boolean;
	/** How IPv6 clients are written with their ports: 0 for in brackets, 1 for without. */
	readonly peer: number;
};

/**
 * Formats of the table of formats whose lines can't be in another one, whatever their values are: a test with changed lines compares
 * them.
 */
const columnFormats: ReadonlyMap<number, ColumnFormat> = new Map(
	Object.entries({
		aws_alb: {
			shape:
				/^(?:https?|h2) [^\s"{}]+ [^\s"{}]+ [^\s"{}]+ [^\s"{}]+ [\d.]+ [\d.]+ [\d.]+ \d{3} [^\s"{}]+ \d+ \d+ "[^"]*" "[^"]*" [^\s"{}]+ [^\s"{}]+ [^\s"{}]+ "[^"]*" "[^"]*"/,
			needed: [
				'ip',
				'method',
				'protocol',
				'host',
				'userAgent',
				'upstream',
				'time',
				'status',
				'bytes',
				'durationMs',
			],
			isOpen: true,
			peer: 0,
		},
		haproxy: {
			shape:
				/^[^\s"{}]+ \[[^\]]+\] [^\s"{}]+ [^\s"{}]+ \d+\/\d+\/\d+\/\d+\/\d+ \d{3} \d+ [^\s"{}]+ [^\s"{}]+ [^\s"{}]+ [\d/]+ \d+\/\d+ (?:\{[^"]*\} )?"[^"]*"$/,
			needed: ['ip', 'method', 'protocol', 'upstream', 'time', 'status', 'bytes', 'durationMs'],
			isOpen: false,
			peer: 1,
		},
	} satisfies Readonly<Record<string, ColumnFormat>>).map(([name, format]) => [
		allFormats.findIndex(one => one.name === name),
		format,
	]),
);

/** A field of a line: its range, and its values with the text before each. */
type Part = {readonly start: number; readonly end: number; readonly values: readonly Step[]};

/**
 * Returns the layout of a line of columns: the fields that a reader has found, and between them words, numbers and quoted texts, which
 * don't count. Undefined if the format is another one, or if a field has an unusual notation.
 */
export function textSteps(
	bytes: Buffer,
	start: number,
	end: number,
	record: EntryRecord,
	format: number,
): readonly Step[] | undefined {
	const columns = columnFormats.get(format);
	const hasAll = columns?.needed.every(field => record.spans[spanOf[field] + 1] !== 0);
	const line = bytes.toString('latin1', start, end);
	if (columns === undefined || hasAll !== true || record.skipped !== 0 || !columns.shape.test(line)) {
		return undefined;
	}
	const parts = partsOf(line, start, record, columns);
	const begin = parts?.[0]?.start ?? 0;
	const steps = new Steps(line.slice(0, begin));
	let at = begin;
	for (const part of parts ?? []) {
		steps.addText(line.slice(at, part.start));
		for (const step of part.values) {
			steps.add(step.literal, step);
		}
		at = part.end;
	}
	const isQuoted = line[at] === '"';
	const isWhole = columns.isOpen || at + (isQuoted ? 1 : 0) === line.length;
	return parts === undefined || !isWhole
		? undefined
		: steps.ended({literal: isQuoted ? '"' : '', kind: columns.isOpen ? 'openEnd' : 'end', format});
}

/** A quoted text, a word, or a character between those. */
const token = /"[^"]*"|[^ "]+|[ "]/g;

/** A layout that is being made. */
class Steps {
	readonly #steps: Step[];
	/** Literal text after the last step. */
	#literal = '';

	constructor(begin: string) {
		this.#steps = [{literal: begin, kind: 'blank'}];
	}

	/** Adds a value after a literal text. */
	add(literal: string, value: Value): void {
		this.#steps.push({...value, literal: this.#literal + literal});
		this.#literal = '';
	}

	/** Adds the text between two fields. Text joined with a field is literal, but for numbers. */
	addText(text: string): void {
		// The quote of the field before isn't that of another text.
		const from = text.startsWith('"') ? 1 : 0;
		this.#literal += text.slice(0, from);
		const rest = text.slice(from);
		for (const {index, 0: word} of rest.matchAll(token)) {
			const isJoined = index === 0 || index + word.length === rest.length;
			if (word.startsWith('"') && word.length > 1) {
				this.add('"', {kind: 'quoted', parameter: noField});
				this.#literal = '"';
			} else if (word.startsWith('{') && rest.endsWith(' "')) {
				this.add('', {kind: 'loose'});
				this.#literal = ' "';
				return;
			} else if (word === ' ' || word === '"') {
				this.#literal += word;
			} else if (isJoined || /^\d+(?:\/\d+)*$/.test(word)) {
				for (const [, before = '', number] of word.matchAll(/(\D*)(\d+|$)/g)) {
					this.#literal += before;
					if (number !== '') {
						this.add('', {kind: 'number'});
					}
				}
			} else {
				this.add('', {kind: 'bare', parameter: noField});
			}
		}
	}

	ended({literal, ...value}: Step): readonly Step[] {
		return [...this.#steps, {literal: this.#literal + literal, ...value}];
	}
}

/** Returns the fields of a line in order; undefined if one has an unusual notation. */
function partsOf(
	line: string,
	start: number,
	{spans}: EntryRecord,
	columns: ColumnFormat,
): readonly Part[] | undefined {
	const parts: Part[] = [];
	for (const field of fields) {
		const from = (spans[spanOf[field]] ?? 0) - start;
		const to = (spans[spanOf[field] + 1] ?? 0) - start;
		if (to <= 0 || field === 'url' || field === 'protocol') {
			continue;
		}
		const part = partOf(
			columns,
			field,
			line,
			from,
			field === 'method' ? (spans[spanOf.protocol + 1] ?? 0) - start : to,
		);
		if (part === undefined) {
			return undefined;
		}
		parts.push(part);
	}
	return parts.sort((a, b) => a.start - b.start);
}

/** The environment's zone, if it never changes. */
const isUtc = /^(?:Etc\/)?UTC$/;

function partOf(
	{peer}: ColumnFormat,
	field: Field,
	line: string,
	start: number,
	end: number,
): Part | undefined {
	const text = line.slice(start, end);
	const one = (value: Value): Part => ({start, end, values: [{literal: '', ...value}]});
	const isQuoted = line[start - 1] === '"' && line[end] === '"';
	switch (field) {
		case 'method':
			return isQuoted ? one({kind: 'request'}) : undefined;
		case 'ip': {
			const from = line[start - 1] === '[' ? start - 1 : start;
			const [port] = /^\]?:\d+(?= )/.exec(line.slice(end)) ?? [];
			return port === undefined
				? undefined
				: {start: from, end: end + port.length, values: [{literal: '', kind: 'peer', parameter: peer}]};
		}
		case 'time':
			return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
				? one({kind: 'isoTime'})
				: /^\d\d\/\w{3}\/\d{4}:[\d:]{8}\.\d{3}$/.test(text) &&
						isUtc.test(Intl.DateTimeFormat().resolvedOptions().timeZone)
					? one({kind: 'localTime'})
					: undefined;
		case 'status':
			return one({kind: 'status'});
		case 'bytes':
			return one({kind: 'size'});
		case 'durationMs':
			return /^\d+$/.test(text)
				? one({kind: 'milliseconds'})
				: /^\d+\.\d+ \d+\.\d+ \d+\.\d+$/.test(text)
					? {start, end, values: ['', ' ', ' '].map(literal => ({literal, kind: 'addend'}))}
					: undefined;
		case 'host':
			return isQuoted ? one({kind: 'name'}) : undefined;
		case 'userAgent':
			return isQuoted ? one({kind: 'quoted', parameter: textFields.indexOf(field)}) : undefined;
		case 'upstream':
			return one({kind: 'bare', parameter: textFields.indexOf(field)});
		default:
			return undefined;
	}
}
