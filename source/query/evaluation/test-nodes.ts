import {allFormats} from '../../entries/chosen-readers.js';
import {noStatus} from '../../entries/entry-record.js';
import {escapesOf} from '../../entries/escapes-of.js';
import type {Escapes} from '../../entries/values/decode-text.js';
import {type AmountField, textFields} from '../../fields/fields.js';
import type {Geo} from '../../geo/geo.js';
import type {Dictionary} from '../../index/dictionary.js';
import {entryFlags} from '../../index/entry-columns.js';
import type {Segment} from '../../index/segment.js';
import type {KnownRoutes} from '../../routes/known-routes.js';
import {RowTable} from '../../wasm/row-table.js';
import {judgement} from '../../wasm/text-matcher.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {NumberRange, Test, TextMatch} from '../expression.js';
import {botOfId, familyOfId} from './agent-families.js';
import {chunkBits, isEmpty} from './chunk.js';
import {type Derivation, derivations} from './derived-texts.js';
import type {FileFacts} from './file-facts.js';
import {introducers} from './introducers.js';
import {isBotOf, judgeAll} from './judged-texts.js';
import {costs, type Node} from './logic-nodes.js';
import {constant, rowsInRange, rowsInTable, rowsThat, rowsWithText} from './row-loops.js';
import {type Question, TextTable} from './text-table.js';
import {type DecodedTest, decodedTest, type TextTest, textTest} from './text-test.js';
import {UrlRoutes} from './url-routes.js';

type Of<Type extends Test['type']> = Extract<Test, {type: Type}>;

/** Looks statuses up in a table of 65,536. The last one stands for a missing status. */
export function statusNode(ranges: readonly NumberRange[]): Node {
	const table = new Uint8Array(noStatus + 1);
	for (const {from, to} of ranges) {
		table.fill(1, Math.max(0, Math.ceil(from)), Math.max(0, Math.floor(to) + 1));
	}
	table[noStatus] = 0;
	const wantedStatuses = new RowTable(table);
	return {
		cost: costs.number,
		evaluate(chunk, wanted, out) {
			rowsInTable(chunk.segment.status.stored(), wantedStatuses, chunk, wanted, out);
		},
	};
}

/** Tests an amount. An amount that a number can't represent exactly counts as missing, as in printed output. */
export function rangeNode(field: AmountField, {from, to}: NumberRange): Node {
	const max = Math.min(to, Number.MAX_SAFE_INTEGER);
	return {
		cost: costs.number,
		evaluate(chunk, wanted, out) {
			rowsInRange(chunk.segment.numbers[field].stored(), from, max, chunk, wanted, out);
		},
	};
}

/** Matches entries with a time from `from()` to `until()`, in ms since 1970. */
export function timeNode(from: () => number, until: () => number): Node {
	return {
		cost: costs.time,
		evaluate(chunk, wanted, out) {
			const {segment} = chunk;
			rowsInRange(segment.time.stored(), from(), until(), chunk, wanted, out);
			const flags = segment.flags.stored();
			if (flags.values !== undefined || (flags.base & entryFlags.timeless) !== 0) {
				rowsInTable(flags, timed, chunk, out, out);
			}
		},
	};
}

/** By flags: 1 if the entry has a time. */
const timed = new RowTable(
	Uint8Array.from({length: 256}, (_, flags) => ((flags & entryFlags.timeless) === 0 ? 1 : 0)),
);

/** Creates the question for the strings of a dictionary, for logs with these escapes. */
type QuestionOf = (dictionary: Dictionary, escapes: Escapes) => Question;

/** The formats that use each kind of escapes. */
const formatsBy = new Map<Escapes, RowTable>();
for (const [format, {escapes}] of allFormats.entries()) {
	const table = formatsBy.get(escapes) ?? new RowTable(new Uint8Array(allFormats.length));
	formatsBy.set(escapes, table);
	table.bytes[format] = 1;
}

/** Matches entries by the string in a column. Tests each distinct string once. */
function columnNode(field: (typeof textFields)[number], cost: number, question: QuestionOf): Node {
	const fieldIndex = textFields.indexOf(field);
	const known = new WeakMap<Dictionary, Map<Escapes, TextTable>>();
	const tableOf = (dictionary: Dictionary, escapes: Escapes): TextTable => {
		let tables = known.get(dictionary);
		if (tables === undefined) {
			tables = new Map();
			known.set(dictionary, tables);
		}
		let table = tables.get(escapes);
		if (table === undefined) {
			table = new TextTable(dictionary, question(dictionary, escapes));
			tables.set(escapes, table);
		}
		return table;
	};
	const some = chunkBits();
	const found = chunkBits();
	return {
		cost,
		evaluate(chunk, wanted, out) {
			const {segment, words} = chunk;
			const column = segment.texts[fieldIndex];
			const dictionary = segment.dictionaries[fieldIndex];
			if (column === undefined || dictionary === undefined) {
				constant(false, words, wanted, out);
				return;
			}
			const format = segment.format.stored();
			if (format.values === undefined) {
				rowsWithText(column.stored(), tableOf(dictionary, escapesOf(format.base)), chunk, wanted, out);
				return;
			}
			found.fill(0);
			for (const [escapes, formats] of formatsBy) {
				rowsInTable(format, formats, chunk, wanted, some);
				if (!isEmpty(some, words)) {
					rowsWithText(column.stored(), tableOf(dictionary, escapes), chunk, some, some);
					for (let word = 0; word < words; word++) {
						found[word] = (found[word] ?? 0) | (some[word] ?? 0);
					}
				}
			}
			out.set(found);
		},
	};
}

const span = new TextSpan();

/** Creates a question about the strings themselves. */
function asked({isMatch, judges, cost}: TextTest): QuestionOf {
	return (dictionary, escapes) => ({
		isMatch(id) {
			dictionary.locate(id, span);
			return isMatch(span, escapes);
		},
		judge: judgeAll(dictionary, introducers[escapes], judges),
		isSlow: cost >= costs.regexp,
	});
}

/** Creates a question about the shapes of URLs. Tests each shape once. Computing the shapes is slow only the first time. */
function askedOfRoute({isMatch, cost}: DecodedTest, knownRoutes: KnownRoutes): QuestionOf {
	return (dictionary, escapes) => {
		const routes = UrlRoutes.of(dictionary, knownRoutes);
		const known = new Map<number, boolean>();
		return {
			isMatch(url) {
				const number = routes.of(escapes, url);
				const answer = known.get(number) ?? isMatch(routes.shapes.bytes(number).toString());
				known.set(number, answer);
				return answer;
			},
			isSlow: cost >= costs.regexp,
		};
	};
}

/**
 * Creates a question about derived strings: one of a string's derived strings must match. Strings without the text of a match are
 * ruled out first, which reduces the time to 10 %.
 */
function askedOfDerived(matches: readonly TextMatch[], {derive}: Derivation): QuestionOf {
	const {isMatch, cost} = decodedTest(matches);
	const possible = matches.map(containing);
	const judges = possible.includes(null) ? [] : textTest(possible.filter(one => one !== null)).judges;
	return (dictionary, escapes) => ({
		...(judges.length > 0 && {judge: testedAlone(judgeAll(dictionary, introducers[escapes], judges))}),
		isMatch(id) {
			let isFound = false;
			dictionary.locate(id, span);
			derive(span, escapes, text => {
				isFound ||= isMatch(text);
			});
			return isFound;
		},
		isSlow: cost >= costs.regexp,
	});
}

/** Returns a match for all strings that contain the text of `match`; null if the text isn't known. */
function containing(match: TextMatch): TextMatch | null {
	if (match.kind === 'regexp' || match.kind === 'network' || match.kind === 'url') {
		return null;
	}
	const parts = match.kind === 'whole' ? match.parts : [match.text];
	return {kind: 'whole', parts: ['', ...parts.map(part => part.toLowerCase()), ''], isExact: false};
}

/** Changes a judge so that matches must be tested one by one. */
function testedAlone(judge: ReturnType<typeof judgeAll>): ReturnType<typeof judgeAll> {
	return (first, end, results) => {
		const judgedEnd = judge(first, end, results);
		for (let index = 0; index < judgedEnd - first; index++) {
			results[index] = results[index] === judgement.yes ? judgement.alone : (results[index] ?? judgement.no);
		}
		return judgedEnd;
	};
}

/** Creates a question about the names that strings have, such as families of user agents. Tests each name once. */
function askedOfName({isMatch}: DecodedTest, nameOf: typeof familyOfId): QuestionOf {
	return (dictionary, escapes) => {
		const known = new Map<string, boolean>();
		return {
			isMatch(id) {
				const name = nameOf(dictionary, escapes, id);
				if (name === null) {
					return false;
				}
				const answer = known.get(name) ?? isMatch(name);
				known.set(name, answer);
				return answer;
			},
			isSlow: true,
		};
	};
}

/** Returns the node for a test of a string. */
export function textNode(
	{field, matches}: Of<'text'>,
	files: FileFacts,
	routes: KnownRoutes,
	geo: Geo,
): Node {
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
		case 'source':
			// Only fleets (`--store`) have sources. Entries read from files have no source.
			return {
				cost: costs.constant,
				evaluate: ({words}, wanted, out) => constant(false, words, wanted, out),
			};
		case 'format':
			return formatNode(decodedTest(matches));
		case 'route': {
			const test = decodedTest(matches);
			return columnNode('url', Math.max(costs.decoded, test.cost), askedOfRoute(test, routes));
		}
		case 'family':
			return columnNode('userAgent', costs.regexp, askedOfName(decodedTest(matches), familyOfId));
		case 'bot':
			return columnNode('userAgent', costs.regexp, askedOfName(decodedTest(matches), botOfId));
		case 'asn':
		case 'country': {
			const placeOf: typeof familyOfId = (addresses, _, id) => geo.valueOfId(field, addresses, id);
			return columnNode('ip', costs.regexp, askedOfName(decodedTest(matches), placeOf));
		}
		case 'refererHost':
		case 'param': {
			const derivation = derivations[field];
			return columnNode(derivation.of, costs.regexp, askedOfDerived(matches, derivation));
		}
		default: {
			const test = textTest(matches);
			return columnNode(field, test.cost, asked(test));
		}
	}
}

/** Looks formats up by number. Tests each name once. */
function formatNode(test: DecodedTest): Node {
	const known = new RowTable(Uint8Array.from(allFormats, ({name}) => (test.isMatch(name) ? 1 : 0)));
	return {
		cost: costs.number,
		evaluate(chunk, wanted, out) {
			rowsInTable(chunk.segment.format.stored(), known, chunk, wanted, out);
		},
	};
}

/** Matches entries whose user agent belongs (or doesn't belong) to a program. */
export function botNode({isBot}: Of<'bot'>): Node {
	return columnNode('userAgent', costs.regexp, (dictionary, escapes) => ({
		isMatch: id => isBotOf(dictionary, escapes, id) === isBot,
		isSlow: true,
	}));
}

/** Number of digits of a token. */
const digits = 13;

/** Matches entries whose token starts with a prefix. Computes the tokens, because they aren't stored. */
export function tokenNode({prefixes}: Of<'token'>, files: FileFacts): Node {
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
}
