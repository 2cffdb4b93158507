import {carriageReturn, colon, equals, esc, hash, openBrace} from '../../ascii.js';
import {allFormats} from '../chosen-readers.js';
import {escapesOf} from '../escapes-of.js';
import type {Layout} from '../formats/w3c-layout.js';
import {jsonFormats} from '../json/json-formats.js';
import {keyEnd} from '../json/logfmt-scanner.js';
import type {LogHeader} from '../log-header.js';
import type {Escapes} from '../values/decode-text.js';
import {PrefixTaker} from '../wrappers/prefixes.js';
import {InnerLine} from '../wrappers/wrapper.js';
import {type FoundValue, LineValues, namings} from './line-values.js';
import {isListName, isMissing, maxNameLength, printedText} from './log-value.js';
import {type Finding, ObjectFinder} from './object-finder.js';
import {PairScanner} from './pair-scanner.js';
import {SplitColumns} from './split-columns.js';
import {StoredValue} from './stored-value.js';
import {afterPlainRequest, afterRequest, ingressNames, visitIngress} from './text-values.js';

/** Formats of JSON whose lines may be logfmt or LTSV. */
const pairNames: ReadonlySet<string> = new Set([
	...jsonFormats.filter(({isLogfmt}) => isLogfmt === true).map(({name}) => name),
	'ltsv',
]);

/** For each format, whether its lines are JSON and can't be logfmt or LTSV. */
const isObject: readonly boolean[] = allFormats.map(
	({name}, number) => namings[number] === 'objects' && !pairNames.has(name),
);

/** Shared: its state never changes a result. */
const prefixes = new PrefixTaker();
const line = new InnerLine();

/** Checks that no prefix or wrapper is removed from a line that starts with a name and is logfmt or LTSV. */
function isUnwrapped(bytes: Buffer, start: number, end: number): boolean {
	for (let at = start; at < end; at++) {
		if (bytes[at] === esc) {
			return false;
		}
	}
	line.set(bytes, start, end);
	const prefix = prefixes.take(line);
	line.release();
	return prefix === undefined;
}

/**
 * Finds one log field in many lines. The result equals that of `logValues`, but most lines are searched as they are: without
 * reading their fields, and without reading other log fields.
 */
export class LogFieldReader {
	/** The stored form of the value that was found last. Valid until the next call of `read`. */
	readonly value = new StoredValue();
	readonly #name: string;
	readonly #nameBytes: Uint8Array;
	/** False for a name that no value can have. */
	readonly #isPossible: boolean;
	readonly #isListName: boolean;
	readonly #isIngressName: boolean;
	readonly #lines: LineValues;
	readonly #objects: ObjectFinder;
	readonly #pairs = new PairScanner('pairs');
	readonly #logfmt = new PairScanner('logfmt');
	readonly #ltsv = new PairScanner('ltsv');
	readonly #split = new SplitColumns();
	/** The layout of the line before, and its columns with the name. */
	#layout: Layout | undefined;
	#columns: readonly number[] = [];

	/**
	 * @param name In lower case, without the `@`.
	 * @param choice Value of `--format`.
	 * @throws FormatError
	 */
	constructor(name: string, choice?: string) {
		this.#name = name;
		this.#nameBytes = Buffer.from(name);
		this.#isPossible = name !== '' && name.length <= maxNameLength;
		this.#isListName = isListName(name);
		this.#isIngressName = ingressNames.includes(name);
		this.#lines = new LineValues(choice);
		this.#objects = new ObjectFinder(name, this.value);
	}

	/** The header that is active at the next line. */
	get header(): LogHeader {
		return this.#lines.header;
	}

	set header(header: LogHeader) {
		this.#lines.header = header;
	}

	/**
	 * Finds the value in the line `bytes[start, end)`, of the format with this number. Returns false if the line has no value. Else
	 * `value` is its stored form. A line with the names of columns (`#Fields`), of any format, changes `header`.
	 */
	read(bytes: Buffer, start: number, end: number, format: number): boolean {
		if (!this.#isPossible) {
			return false;
		}
		const lineEnd = end > start && bytes[end - 1] === carriageReturn ? end - 1 : end;
		const finding = bytes[start] === hash ? 'unsure' : this.#findPlain(bytes, start, lineEnd, format);
		return finding === 'unsure' ? this.#readWrapped(bytes, start, end) : finding === 'found';
	}

	/** Finds the value in a line without prefixes and wrappers. The result is `unsure` if the line may have them. */
	#findPlain(bytes: Buffer, start: number, end: number, format: number): Finding {
		const escapes = escapesOf(format);
		switch (namings[format]) {
			case 'objects': {
				if (bytes[start] === openBrace) {
					return isObject[format] === true ? this.#objects.find(bytes, start, end, false) : 'unsure';
				}
				const after = keyEnd(bytes, start, end);
				return after > start && after < end && isUnwrapped(bytes, start, end)
					? this.#findNamed(bytes, start, end, after, escapes)
					: 'unsure';
			}
			case 'common':
			case 'ingress': {
				const from = afterPlainRequest(bytes, start, end);
				if (from === -1) {
					return 'unsure';
				}
				const finding = this.#findBehind(bytes, from, end, escapes, namings[format] === 'ingress');
				// Without colour codes, the result could be another.
				return this.#pairs.hasColour || (finding === 'found' && this.value.has(esc)) ? 'unsure' : finding;
			}
			case 'custom':
				return this.#findVariable(bytes, start, end, true);
			default:
				return 'unsure';
		}
	}

	/** Finds the value in any line. */
	#readWrapped(wrapped: Buffer, wrappedStart: number, wrappedEnd: number): boolean {
		const lines = this.#lines;
		const format = lines.read(wrapped, wrappedStart, wrappedEnd);
		if (format < 0) {
			return false;
		}
		const {bytes, start, end} = lines.inner;
		const escapes = escapesOf(format);
		let finding: Finding = 'unsure';
		switch (namings[format]) {
			case 'objects': {
				const after = keyEnd(bytes, start, end);
				finding =
					after > start && after < end
						? this.#findNamed(bytes, start, end, after, escapes)
						: this.#objects.find(bytes, start, end, true);
				break;
			}
			case 'common':
			case 'ingress': {
				const from = afterRequest(bytes, start, end);
				return (
					from !== -1 &&
					this.#findBehind(bytes, from, end, escapes, namings[format] === 'ingress') === 'found'
				);
			}
			case 'custom':
				finding = this.#findVariable(bytes, start, end, false);
				break;
			case 'columns':
				return this.#findColumn(lines.inner);
			default:
		}
		return finding === 'unsure' ? this.#visit(format) : finding === 'found';
	}

	/** Finds the value behind the request of a line in the common format or one that starts like it. */
	#findBehind(bytes: Buffer, start: number, end: number, escapes: Escapes, isIngress: boolean): Finding {
		let isFound = false;
		if (isIngress && this.#isIngressName) {
			visitIngress(bytes, start, end, (name, from, to) => {
				isFound ||= name === this.#name && this.value.set(bytes, from, to, escapes, this.#isListName);
			});
		}
		return isFound ? 'found' : this.#findPair(this.#pairs, bytes, start, end, escapes);
	}

	/** Finds the value in a line of logfmt or LTSV. `after`: end of its first name. */
	#findNamed(bytes: Buffer, start: number, end: number, after: number, escapes: Escapes): Finding {
		switch (bytes[after]) {
			case equals:
				return this.#findPair(this.#logfmt, bytes, start, end, escapes);
			case colon:
				return this.#findPair(this.#ltsv, bytes, start, end, escapes);
			default:
				return 'unsure';
		}
	}

	#findPair(pairs: PairScanner, bytes: Buffer, start: number, end: number, escapes: Escapes): Finding {
		pairs.begin(bytes, start, end);
		while (pairs.next()) {
			if (
				pairs.isNamed(this.#nameBytes) &&
				!pairs.isNothing &&
				this.value.set(
					bytes,
					pairs.valueStart,
					pairs.valueEnd,
					pairs === this.#logfmt && !pairs.isQuoted ? 'none' : escapes,
					pairs.isList || this.#isListName,
				)
			) {
				return 'found';
			}
		}
		return 'absent';
	}

	/** Finds the value of a variable. A custom format describes whole lines, so it is tried before prefixes are removed. */
	#findVariable(bytes: Buffer, start: number, end: number, mayBeWrapped: boolean): Finding {
		const {captures} = this.#lines;
		if (captures === undefined || captures.hasName(this.#name) === false) {
			return captures === undefined ? 'unsure' : 'absent';
		}
		if ((mayBeWrapped && bytes[start] === esc) || !captures.read(bytes, start, end)) {
			return 'unsure';
		}
		if (mayBeWrapped && !captures.hasMethod) {
			// The line may be read without colours.
			return 'unsure';
		}
		const {variables, spans, escapes} = captures;
		for (let index = 0; index < variables.length; index++) {
			if (
				variables[index]?.name.toLowerCase() === this.#name &&
				this.value.set(bytes, spans[2 * index] ?? 0, spans[2 * index + 1] ?? 0, escapes, this.#isListName)
			) {
				return 'found';
			}
		}
		return 'absent';
	}

	/** Finds the value in a line of a W3C log. */
	#findColumn(inner: InnerLine): boolean {
		const split = this.#split;
		const layout = split.split(inner, this.header);
		if (layout !== this.#layout) {
			this.#layout = layout;
			this.#columns = (layout?.names ?? []).flatMap((name, column) =>
				name.toLowerCase() === this.#name ? [column] : [],
			);
		}
		const {bytes, columns} = split;
		return this.#columns.some(
			column =>
				column < columns.count &&
				this.value.set(bytes, columns.startOf(column), columns.endOf(column), 'none', this.#isListName),
		);
	}

	/** Finds the value among all values of the line that was read last. */
	#visit(format: number): boolean {
		let isFound = false;
		let array = -1;
		const elements: string[] = [];
		this.#lines.visit(format, (found: FoundValue) => {
			const isFurther = isFound && (found.array === -1 || found.array !== array);
			if (isFurther || found.name.folded?.text !== this.#name) {
				return;
			}
			if (found.array === -1) {
				const {bytes, start, end, escapes} = found;
				isFound = this.value.set(bytes, start, end, escapes, found.hasItems || this.#isListName);
				return;
			}
			const text = printedText(found);
			if (!isMissing(text)) {
				isFound = true;
				array = found.array;
				elements.push(text);
			}
		});
		return elements.length > 0 ? this.value.setText('', elements) : isFound;
	}
}
