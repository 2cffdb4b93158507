import test from 'ava';
import fc from 'fast-check';
import {Dictionary} from '../../../source/index/dictionary.js';
import {compileRegexp, RegexpError} from '../../../source/query/regexps/regexp.js';
import {regexpAutomaton} from '../../../source/query/regexps/regexp-automaton.js';
import {StepTable} from '../../../source/wasm/step-table.js';
import {judgement, judgements, noIntroducer, stepsJudge} from '../../../source/wasm/text-matcher.js';
import {runs} from '../../helpers/for-all.js';
import {intern} from '../../helpers/intern.js';

const atoms = [
	...['a', 'b', 'k', 's', 'A', 'K', '-', '_', '1', '/', ' ', '.', '\\n', '\\d', '\\w', '\\W', '\\s'],
	...[
		'[ab]',
		'[^a]',
		'[k-z]',
		'[^/]',
		'\\pL',
		'\\PL',
		'ſ',
		'\u212A',
		'é',
		'[é-ü]',
		'\\x61',
		'(?i:k)',
		'(?-i:a)',
	],
	...['^', '$', '\\b', '\\B', '\\A', '\\z', '(?m:^)', '(?m:$)', '(?s:.)'],
];

/** Any regular expression, except very long ones. */
const {source} = fc.letrec<{source: string}>(tie => ({
	source: fc.oneof(
		{maxDepth: 4},
		fc.constantFrom(...atoms),
		fc.tuple(tie('source'), tie('source')).map(([a, b]) => a + b),
		fc.tuple(tie('source'), tie('source')).map(([a, b]) => `(?:${a}|${b})`),
		fc
			.tuple(tie('source'), fc.constantFrom('*', '+', '?', '*?', '{2}', '{1,3}'))
			.map(([a, how]) => `(${a})${how}`),
	),
}));

const given = fc.string({unit: fc.constantFrom(...'aAbkKsS-_1/ .\nx'), minLength: 1, maxLength: 20});

test('the automaton gives the same results as the regular expression on ASCII', t => {
	const seen = [0, 0];
	const often = runs(500);
	fc.assert(
		fc.property(
			source,
			fc.boolean(),
			fc.uniqueArray(given, {minLength: 1, maxLength: 20}),
			(one, isExact, all) => {
				const isMatch = compileRegexp(one, isExact);
				const automaton = regexpAutomaton(one, isExact);
				if (automaton === undefined) {
					t.fail(one);
					return;
				}
				const judge = stepsJudge(new StepTable(automaton));
				const dictionary = new Dictionary();
				const {kernel, table} = dictionary;
				for (const text of all) {
					intern(dictionary, Buffer.from(text), 0, text.length);
				}
				for (let first = 1; first <= all.length; ) {
					const come = judge({kernel, table, first, end: all.length + 1, introducer: noIntroducer}) ?? 0;
					for (const [index, found] of judgements(kernel, come - first).entries()) {
						const text = all[first + index - 1] ?? '';
						const expected = isMatch(text) ? judgement.yes : judgement.no;
						t.is(found, expected, `${one} ${isExact} ${JSON.stringify(text)}`);
						seen[expected] = (seen[expected] ?? 0) + 1;
					}
					first = come;
				}
				dictionary.release();
			},
		),
		often,
	);
	t.true(
		seen.every(count => count > 0.6 * often.numRuns),
		seen.join(),
	);
});

test('rejects an invalid expression', t => {
	t.throws(() => regexpAutomaton('(', true), {instanceOf: RegexpError});
});
