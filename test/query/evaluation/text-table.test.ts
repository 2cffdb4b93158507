import test from 'ava';
import fc from 'fast-check';
import {Dictionary} from '../../../source/index/dictionary.js';
import {inTime, Overdue} from '../../../source/query/evaluation/slice.js';
import {TextTable} from '../../../source/query/evaluation/text-table.js';
import {judgement, maxJudged} from '../../../source/wasm/text-matcher.js';
import {forAll} from '../../helpers/for-all.js';
import {intern} from '../../helpers/intern.js';

/** Adds strings up to this size of the dictionary. The string with number n is n. */
function grow(dictionary: Dictionary, size: number): void {
	while (dictionary.size < size) {
		const text = Buffer.from(String(dictionary.size + 1));
		intern(dictionary, text, 0, text.length);
	}
}

function waste(milliseconds: number): void {
	const end = performance.now() + milliseconds;
	while (performance.now() < end) {
		// Busy-wait.
	}
}

function isOdd(id: number): boolean {
	return id % 2 === 1;
}

test('tests each string at most once, whether in a block or separately', t => {
	forAll(
		200,
		fc.array(fc.tuple(fc.nat({max: 900}), fc.array(fc.nat(), {maxLength: 10})), {minLength: 1, maxLength: 8}),
		fc.integer({min: 1, max: 300}),
		(rounds, atOnce) => {
			const dictionary = new Dictionary();
			const judged = new Set<number>();
			const asked = new Set<number>();
			const table = new TextTable(dictionary, {
				isSlow: false,
				isMatch(id) {
					t.true(judged.has(id) && !asked.has(id));
					asked.add(id);
					return isOdd(id);
				},
				judge(first, end, results) {
					const last = Math.min(end, first + atOnce);
					for (let id = first; id < last; id++) {
						t.false(judged.has(id));
						judged.add(id);
						results[id - first] = id % 3 === 0 ? judgement.alone : isOdd(id) ? judgement.yes : judgement.no;
					}
					return last;
				},
			});
			for (const [size, ids] of rounds) {
				grow(dictionary, size);
				table.widen();
				t.is(table.has(0), false);
				for (const one of dictionary.size === 0 ? [] : ids) {
					const id = 1 + (one % dictionary.size);
					t.is(table.has(id), isOdd(id));
					t.is(table.table.bytes[id], isOdd(id) ? judgement.yes : judgement.no);
				}
			}
			dictionary.release();
		},
	);
});

test('resumes an aborted test without repeating results', t => {
	const dictionary = new Dictionary();
	grow(dictionary, 1000);
	let goes = 0;
	const table = new TextTable(dictionary, {
		isSlow: true,
		isMatch: isOdd,
		judge(first, _, results) {
			goes++;
			waste(5);
			results[0] = isOdd(first) ? judgement.yes : judgement.no;
			return first + 1;
		},
	});
	table.widen();
	let ended = 0;
	for (;;) {
		try {
			t.true(inTime(() => table.has(515)));
			break;
		} catch (error) {
			t.true(error instanceof Overdue);
			ended++;
		}
	}
	t.is(goes, 4);
	t.true(ended > 0);
	dictionary.release();
});

test('returns the results of a range of strings, some of which must be tested separately', t => {
	const dictionary = new Dictionary();
	grow(dictionary, 10_000);
	forAll(
		100,
		fc.array(fc.tuple(fc.nat({max: 9999}), fc.nat({max: 9000})), {minLength: 1, maxLength: 4}),
		fc.integer({min: 1, max: maxJudged}),
		fc.integer({min: 1, max: 20_000}),
		(ranges, atOnce, alone) => {
			const table = new TextTable(dictionary, {
				isSlow: false,
				isMatch: isOdd,
				judge(first, end, results) {
					const last = Math.min(end, first + atOnce);
					for (let id = first; id < last; id++) {
						results[id - first] =
							id % alone === 0 ? judgement.alone : isOdd(id) ? judgement.yes : judgement.no;
					}
					return last;
				},
			});
			for (const [first, length] of ranges) {
				const end = Math.min(dictionary.size + 1, first + length);
				const expected = Buffer.from(
					Array.from({length: end - first}, (_, index) => Number(isOdd(first + index))),
				);
				t.true(table.resultsOf(first, end).equals(expected));
			}
		},
	);
	dictionary.release();
});

for (const slowPart of ['judge', 'isMatch'] as const) {
	test(`finishes a range of strings that take milliseconds each (${slowPart})`, t => {
		const dictionary = new Dictionary();
		grow(dictionary, 64);
		const table = new TextTable(dictionary, {
			isSlow: false,
			isMatch(id) {
				waste(slowPart === 'isMatch' ? 2 : 0);
				return isOdd(id);
			},
			judge(first, _, results) {
				waste(slowPart === 'judge' ? 2 : 0);
				results[0] = slowPart === 'isMatch' ? judgement.alone : isOdd(first) ? judgement.yes : judgement.no;
				return first + 1;
			},
		});
		let results: Buffer | undefined;
		for (let attempt = 0; attempt < 100 && results === undefined; attempt++) {
			try {
				results = inTime(() => table.resultsOf(1, 33));
			} catch (error) {
				t.true(error instanceof Overdue);
			}
		}
		t.deepEqual(
			[...(results ?? [])],
			Array.from({length: 32}, (_, index) => Number(isOdd(1 + index))),
		);
		dictionary.release();
	});
}
