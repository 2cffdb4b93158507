import {listMark} from '../../entries/log-fields/log-value.js';
import type {Dictionary} from '../../index/dictionary.js';
import {judgement} from '../../wasm/text-matcher.js';
import {TextSpan} from '../../wasm/text-span.js';
import type {TextMatch, ValueMatch} from '../expression.js';
import type {Chunk} from './chunk.js';
import {judgeAll} from './judged-texts.js';
import type {LineFact} from './line-fact.js';
import type {LineFacts} from './line-facts.js';
import {costs, type Node} from './logic-nodes.js';
import type {ReadRows} from './read-rows.js';
import {areMany, rowsOfRuns, rowsWithText} from './row-loops.js';
import {TextTable} from './text-table.js';
import {textTest} from './text-test.js';
import {isTextMatch, isValueMatch} from './value-match.js';

/** A node, and the fact that lines must be read for. */
type LineNode = {readonly node: Node; readonly fact: LineFact};

/** Matches entries whose lines match at least one condition. */
export function lineNode(matches: readonly TextMatch[], facts: LineFacts): LineNode {
	const fact = facts.matchesOf(matches);
	return {
		fact,
		node: {
			cost: costs.line,
			evaluate(chunk, wanted, out) {
				const rows = fact.rowsOf(chunk.segment);
				noteUnread(rows, chunk, wanted);
				const first = chunk.first >>> 5;
				for (let word = 0; word < chunk.words; word++) {
					out[word] = (wanted[word] ?? 0) & (rows.found[first + word] ?? 0);
				}
			},
		},
	};
}

const span = new TextSpan();

/** Matches entries by the value of a log field. Tests distinct values, and caches most results. */
export function logFieldNode(
	{name, matches}: {readonly name: string; readonly matches: readonly ValueMatch[]},
	facts: LineFacts,
): LineNode {
	const isMatch = isValueMatch(matches, name);
	const texts = matches.filter(isTextMatch);
	const test = textTest(texts);
	/** Returns a function that judges many values; undefined if each must be tested separately. */
	const judges = matches.some(({kind}) => kind === 'any')
		? () => judgeAny
		: texts.length === matches.length
			? // A list is tested separately, element by element.
				(dictionary: Dictionary) => judgeAll(dictionary, listMark.charCodeAt(0), test.judges)
			: undefined;
	const tables = new WeakMap<Dictionary, TextTable>();
	const tableOf = (dictionary: Dictionary): TextTable => {
		let table = tables.get(dictionary);
		if (table === undefined) {
			table = new TextTable(dictionary, {
				isMatch(id) {
					const {bytes, start, end} = dictionary.locate(id, span);
					return isMatch(bytes.toString('utf8', start, end));
				},
				...(judges !== undefined && {judge: judges(dictionary)}),
				isSlow: test.cost >= costs.regexp,
			});
			tables.set(dictionary, table);
		}
		return table;
	};
	return {
		fact: logFieldFact(name, facts),
		node: {
			cost: costs.line,
			evaluate(chunk, wanted, out) {
				const rows = facts.columnOf(name).rowsOf(chunk.segment);
				noteUnread(rows, chunk, wanted);
				const table = tableOf(rows.dictionary);
				const {runs} = rows;
				if (runs !== undefined && areMany(wanted, chunk)) {
					rowsOfRuns(runs, table, chunk, wanted, out);
				} else {
					rowsWithText(rows.stored(), table, chunk, wanted, out);
				}
			},
		},
	};
}

/** Judges values for a condition that each value meets. */
function judgeAny(_first: number, end: number, results: Uint8Array): number {
	results.fill(judgement.yes);
	return end;
}

/** Returns the fact for the values of a log field. The column may be replaced while it isn't used. */
export function logFieldFact(name: string, facts: LineFacts): LineFact {
	return {
		needsHeader: true,
		rowsOf: segment => facts.columnOf(name).rowsOf(segment),
		isSlow: true,
		take: (block, rows) => facts.columnOf(name).take(block, rows),
	};
}

/** Notes the wanted rows whose lines haven't been read. */
function noteUnread(
	{read, lost}: ReadRows,
	{first, words, unread, lost: all}: Chunk,
	wanted: Int32Array,
): void {
	for (let word = 0; word < words; word++) {
		const index = (first >>> 5) + word;
		const missing = (wanted[word] ?? 0) & ~(read[index] ?? 0);
		if (missing !== 0) {
			const lostRows = missing & (lost?.[index] ?? 0);
			unread[word] = (unread[word] ?? 0) | (missing & ~lostRows);
			all[word] = (all[word] ?? 0) | lostRows;
		}
	}
}
