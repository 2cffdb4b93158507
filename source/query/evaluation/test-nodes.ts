import {allFormats} from '../../entries/chosen-readers.js';
import {noStatus, textFields} from '../../entries/entry-record.js';
import {escapesOf} from '../../entries/escapes-of.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {type Dictionary, TextSpan} from '../../index/dictionary.js';
import {entryFlags} from '../../index/entry-flags.js';
import type {Segment} from '../../index/segment.js';
import type {NumberRange, Test} from '../expression.js';
import type {FileFacts} from './file-facts.js';
import {isBotOf} from './is-bot-of.js';
import {costs, type Node} from './node.js';
import {constant, rowsInRange, rowsInTable, rowsThat, rowsWithText} from './row-loops.js';
import {TextTable} from './text-table.js';
import {type DecodedTest, decodedTest, type TextTest, textTest} from './text-test.js';
import {UrlRoutes} from './url-routes.js';

type Of<Type extends Test['type']> = Extract<Test, {type: Type}>;

/** Status codes are looked up: 65,536 of them, of which the last is none. */
export const statusNode = (ranges: readonly NumberRange[]): Node => {
	const table = new Uint8Array(noStatus + 1);
	for (const {from, to} of ranges) {
		table.fill(1, Math.max(0, Math.ceil(from)), Math.max(0, Math.floor(to) + 1));
	}
	table[noStatus] = 0;
	return {
		cost: costs.number,
		evaluate(chunk, wanted, out) {
			rowsInTable(chunk.segment.status.stored(), table, chunk, wanted, out);
		},
	};
};

/** A size or a duration; one that a number can't hold exactly counts as none, as it is printed. */
export const rangeNode = (field: 'bytes' | 'durationMs', {from, to}: NumberRange): Node => {
	const most = field === 'bytes' ? Math.min(to, Number.MAX_SAFE_INTEGER) : to;
	return {
		cost: costs.number,
		evaluate(chunk, wanted, out) {
			rowsInRange(chunk.segment[field].stored(), from, most, chunk, wanted, out);
		},
	};
};

/** Entries with a time from `from()` to `until()`, milliseconds since 1970. */
export const timeNode = (from: () => number, until: () => number): Node => ({
	cost: costs.time,
	evaluate(chunk, wanted, out) {
		const {segment} = chunk;
		rowsInRange(segment.time.stored(), from(), until(), chunk, wanted, out);
		const flags = segment.flags.stored();
		if (flags.values !== undefined || (flags.base & entryFlags.timeless) !== 0) {
			rowsInTable(flags, timed, chunk, out, out);
		}
	},
});

/** By flags: whether the entry has a time. */
const timed = Uint8Array.from({length: 256}, (_, flags) => ((flags & entryFlags.timeless) === 0 ? 1 : 0));

/** Makes what is asked of the texts of a dictionary, by their numbers, in logs that escape so. */
type Question = (dictionary: Dictionary, escapes: Escapes) => (id: number) => boolean;

/** Entries whose text in a column is one that matches, asked once for each distinct text. */
const columnNode = (field: (typeof textFields)[number], cost: number, question: Question): Node => {
	const place = textFields.indexOf(field);
	const known = new WeakMap<Dictionary, Map<Escapes, TextTable>>();
	const tableOf = (dictionary: Dictionary, escapes: Escapes): TextTable => {
		let tables = known.get(dictionary);
		if (tables === undefined) {
			tables = new Map();
			known.set(dictionary, tables);
		}
		let table = tables.get(escapes);
		if (table === undefined) {
			table = new TextTable(dictionary, question(dictionary, escapes), cost >= costs.regexp);
			tables.set(escapes, table);
		}
		return table;
	};
	return {
		cost,
		evaluate(chunk, wanted, out) {
			const {segment} = chunk;
			const column = segment.texts[place];
			const dictionary = segment.dictionaries[place];
			if (column === undefined || dictionary === undefined) {
				constant(false, chunk.words, wanted, out);
				return;
			}
			const {values, base} = segment.format.stored();
			if (values === undefined) {
				const table = tableOf(dictionary, escapesOf(base));
				rowsWithText(column.stored(), table, chunk, wanted, out);
				return;
			}
			const isMatch = (row: number): boolean => {
				const table = tableOf(dictionary, escapesOf(segment.format.get(row)));
				table.widen();
				return table.has(column.get(row));
			};
			rowsThat(isMatch, chunk, wanted, out);
		},
	};
};

const span = new TextSpan();

/** A question about the texts themselves. */
const asked =
	(test: TextTest): Question =>
	(dictionary, escapes) =>
	id => {
		dictionary.locate(id, span);
		return test.isMatch(span, escapes);
	};

/** A question about the shapes of URLs: each is asked once, and to find them takes long only the first time. */
const askedOfRoute =
	(test: DecodedTest): Question =>
	(dictionary, escapes) => {
		const routes = UrlRoutes.of(dictionary);
		const known = new Map<number, boolean>();
		return url => {
			const number = routes.of(escapes, url);
			const answer = known.get(number) ?? test.isMatch(routes.shapes.bytes(number).toString());
			known.set(number, answer);
			return answer;
		};
	};

/** The node of a test of a text. */
export const textNode = ({field, matches}: Of<'text'>, files: FileFacts): Node => {
	switch (field) {
		case 'file': {
			const test = decodedTest(matches);
			return {
				cost: costs.constant,
				evaluate({segment, words}, wanted, out) {
					constant(test.isMatch(files.path(segment.file)), words, wanted, out);
				},
			};
		}
		case 'format':
			return formatNode(decodedTest(matches));
		case 'route': {
			const test = decodedTest(matches);
			return columnNode('url', Math.max(costs.decoded, test.cost), askedOfRoute(test));
		}
		default: {
			const test = textTest(matches);
			return columnNode(field, test.cost, asked(test));
		}
	}
};

/** By the format's number: it is asked of each name once. */
const formatNode = (test: DecodedTest): Node => {
	const known = Uint8Array.from(allFormats, ({name}) => (test.isMatch(name) ? 1 : 0));
	return {
		cost: costs.number,
		evaluate(chunk, wanted, out) {
			rowsInTable(chunk.segment.format.stored(), known, chunk, wanted, out);
		},
	};
};

/** Entries whose user agent is, or isn't, that of a program. */
export const botNode = ({isBot}: Of<'bot'>): Node =>
	columnNode(
		'userAgent',
		costs.regexp,
		(dictionary, escapes) => id => isBotOf(dictionary, escapes, id) === isBot,
	);

/** Digits of a token. */
const digits = 13;

/** Entries whose token begins so. Tokens aren't kept: each is computed. */
export const tokenNode = ({prefixes}: Of<'token'>, files: FileFacts): Node => {
	const ranges = prefixes.map(prefix => ({
		from: Number.parseInt(prefix.padEnd(digits, '0'), 16),
		to: Number.parseInt(prefix.padEnd(digits, 'f'), 16),
	}));
	return {
		cost: costs.token,
		evaluate(chunk, wanted, out) {
			const {segment}: {segment: Segment} = chunk;
			const tokenAt = files.tokens(segment.file);
			const isMatch = (row: number): boolean => {
				const token = tokenAt(segment.offset(row));
				return ranges.some(({from, to}) => token >= from && token <= to);
			};
			rowsThat(isMatch, chunk, wanted, out);
		},
	};
};
