import {type TextField, textFields} from '../../entries/entry-record.js';
import type {UsualFormats} from '../../entries/usual-formats.js';
import {DerivedTexts} from './derived-texts.js';
import {addressWords, type KnownColumn, type KnownTexts} from './known-texts.js';
import {LineKernel} from './line-kernel.js';
import type {RowTarget} from './row-target.js';
import type {UsualLines} from './row-writer.js';

/** So many texts of a field are known, and so many bytes of all, before they are begun anew. */
const mostTexts = 1 << 16;
const mostBytes = 32 << 20;

/** Fields, as the kernel knows them. */
const ip = textFields.indexOf('ip');
const url = textFields.indexOf('url');
const referer = textFields.indexOf('referer');

/** Columns of texts that are sent as they are read. */
const likeFields = ['method', 'protocol', 'user'] as const;

/** Columns of what such lines never have. */
const missing = ['host', 'upstream'] as const;

/** What has been derived of texts. */
type Derived = {
	/** One more than their numbers in a column. */
	readonly columns: ReadonlyArray<readonly [column: (typeof likeFields)[number], texts: DerivedTexts]>;
	readonly agents: DerivedTexts;
	/** Whether they are such (1), and their bytes. */
	readonly addresses: DerivedTexts;
	/** One more than the number of their shape, and what is expected of it: see `KnownTexts`. */
	readonly routes: DerivedTexts;
};

const addressWidth = 5;
const routeWidth = 2;

/**
 * Writes the rows of lines of the usual kind, a thousand at a time and column by column, with what `LineKernel` does: row
 * by row it takes several times as long.
 */
export class UsualRows {
	readonly #kernel = new LineKernel();
	#known: KnownTexts | undefined;
	#derived: Derived | undefined;
	/** Offset in the log of the bytes that lines were read in last. */
	#offset = 0;

	/** Reads lines: see `LineKernel.scan`; `offset` is that of the first. */
	scan(bytes: Buffer, start: number, end: number, offset: number, formats: UsualFormats): UsualLines {
		const kernel = this.#kernel;
		const base = offset - start;
		const scanned = kernel.scan(bytes, start, end, formats);
		this.#offset = base;
		return {...scanned, times: kernel.times(scanned.count), offset: row => kernel.lineStart(row) + base};
	}

	/** Adds the rows of so many of the lines that were read last, from one on. */
	add(first: number, count: number, target: RowTarget): void {
		const kernel = this.#kernel;
		const {values, texts} = target;
		const derived = this.#derivedOf(target.known);
		kernel.write('writeTimes', first, count, values.time.values);
		kernel.writeOffsets(first, count, this.#offset, values.offset.values);
		kernel.writeTokens(first, count, this.#offset, target.key.words, values.token.values);
		values.timed.values.bytes(1, count);
		values.zone.areThere(count);
		kernel.write('writeZones', first, count, values.zone.values);
		values.status.areThere(count);
		kernel.write('writeStatuses', first, count, values.status.values);
		kernel.writeTexts(ip, first, count, values.ip);
		this.#addAddresses(first, count, derived, target);
		kernel.writeTexts(url, first, count, values.url);
		this.#addRoutes(first, count, derived, target);
		kernel.writeSizes(first, count, values.bytes);
		values.duration_ms.none(count);
		kernel.writeTexts(referer, first, count, values.referer);
		for (const [name, of] of derived.columns) {
			fillNumbers(texts[name].extend(count), of, first);
		}
		this.#addAgents(first, count, derived, target);
		for (const name of missing) {
			texts[name].extend(count).fill(0);
		}
		values.forwarded_for.none(count);
		values.incomplete.values.bytes(0, count);
		const formats = texts.format.extend(count);
		for (let index = 0; index < count; index++) {
			formats[index] = 1 + target.formatNumber(kernel.format(first + index));
		}
		kernel.write('writeLines', first, count, values.line.values);
	}

	#addAddresses(first: number, count: number, {addresses}: Derived, {values: {address}}: RowTarget): void {
		const numbers = addresses.numbers(first, count);
		const {words} = addresses;
		for (let index = 0; index < count; index++) {
			const place = (numbers[index] ?? 0) * addressWidth;
			if (address.isThere(words[place] === 1)) {
				address.values.words(words, place + 1);
			}
		}
	}

	#addAgents(first: number, count: number, {agents}: Derived, {values, texts, known}: RowTarget): void {
		const numbers = texts.agent.extend(count);
		fillNumbers(numbers, agents, first);
		for (let index = 0; index < count; index++) {
			const number = numbers[index] ?? 0;
			if (values.bot.isThere(number > 0)) {
				values.bot.values.byte(known.isBot(number - 1) ? 1 : 0);
			}
		}
	}

	/** The shapes of URLs, and what is odd about them. */
	#addRoutes(first: number, count: number, {routes}: Derived, {texts, known}: RowTarget): void {
		const kernel = this.#kernel;
		const numbers = routes.numbers(first, count);
		const {words} = routes;
		const shapes = texts.route.extend(count).fill(0);
		const oddities = texts.oddity.extend(count).fill(0);
		for (let index = 0; index < count; index++) {
			const number = numbers[index] ?? 0;
			const row = first + index;
			if (number === 0 && kernel.textEnd(url, row) === kernel.textStart(url, row)) {
				continue;
			}
			const place = number * routeWidth;
			const expected = words[place + 1] ?? 0;
			shapes[index] = words[place] ?? 0;
			oddities[index] = expected === 0 ? 0 : 1 + this.#oddity(row, expected, known);
		}
	}

	/** The number of what is odd about a request, -1 for nothing. */
	#oddity(row: number, expected: number, known: KnownTexts): number {
		const kernel = this.#kernel;
		// Most shapes have no parameters, and a string isn't made for nothing.
		if (known.hasParameters(expected)) {
			const end = kernel.textEnd(url, row);
			if (kernel.pathEnd(row) < end) {
				const text = kernel.bytes.bytes.toString('latin1', kernel.textStart(url, row), end);
				return known.oddRequest(expected, kernel.status(row), text);
			}
		}
		return known.oddStatus(expected, kernel.status(row));
	}

	/** Begins with the texts anew where they are too much, or go into others. */
	#derivedOf(known: KnownTexts): Derived {
		const kernel = this.#kernel;
		const derived = this.#derived;
		if (derived !== undefined && known === this.#known && kernel.used <= mostBytes && !isTooMuch(derived)) {
			return derived;
		}
		kernel.clear();
		const numbered = (name: KnownColumn, field: TextField): DerivedTexts =>
			new DerivedTexts(kernel, {
				field: textFields.indexOf(field),
				width: 1,
				derive: (text, start, end) => [1 + known.columns[name].numberOf(text, start, end)],
			});
		const routeWords = (path: string): readonly number[] => {
			const {number, expected} = known.routeOf(path);
			return [number + 1, expected];
		};
		this.#known = known;
		this.#derived = {
			columns: likeFields.map(name => [name, numbered(name, name)]),
			agents: numbered('agent', 'userAgent'),
			addresses: new DerivedTexts(kernel, {
				field: ip,
				width: addressWidth,
				derive: ({bytes}, start, end) => {
					const words = addressWords(bytes.toString('latin1', start, end));
					return words === null ? [0] : [1, ...words];
				},
			}),
			routes: new DerivedTexts(kernel, {
				field: url,
				isPath: true,
				width: routeWidth,
				// There may be nothing before the question mark.
				none: routeWords(''),
				derive: ({bytes}, start, end) => routeWords(bytes.toString('latin1', start, end)),
			}),
		};
		return this.#derived;
	}
}

const isTooMuch = ({columns, agents, addresses, routes}: Derived): boolean =>
	[...columns.map(([, texts]) => texts), agents, addresses, routes].some(({count}) => count > mostTexts);

/** Writes the numbers that texts have in a column, for rows from one on. */
const fillNumbers = (column: Int32Array, texts: DerivedTexts, first: number): void => {
	const numbers = texts.numbers(first, column.length);
	const {words} = texts;
	for (let index = 0; index < column.length; index++) {
		column[index] = words[numbers[index] ?? 0] ?? 0;
	}
};
