import {createHash} from 'node:crypto';
import test from 'ava';
import fc from 'fast-check';
import {Dictionary} from '../../source/index/dictionary.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {maxRouted} from '../../source/wasm/shape-table.js';
import {type Automaton, StepTable} from '../../source/wasm/step-table.js';
import {
	escapesJudge,
	judgement,
	judgements,
	maxJudged,
	networkJudge,
	noIntroducer,
	partsJudge,
	stepsJudge,
	type TextMatcher,
} from '../../source/wasm/text-matcher.js';
import {isInNetwork, model16} from '../helpers/address-model.js';
import {forAll, runs} from '../helpers/for-all.js';
import {intern} from '../helpers/intern.js';

const {no, yes, alone} = judgement;

/** Returns the results of a judge for adjacent strings; undefined if it can't judge them. */
function judged(
	judge: TextMatcher,
	texts: readonly Buffer[],
	introducer = noIntroducer,
): readonly number[] | undefined {
	const dictionary = new Dictionary();
	const {kernel, table} = dictionary;
	const ids = texts.map(text => intern(dictionary, text, 0, text.length));
	const all: number[] = [no];
	while (all.length <= dictionary.size) {
		const first = all.length;
		const end = Math.min(dictionary.size + 1, first + maxJudged);
		const come = judge({kernel, table, first, end, introducer});
		if (come === undefined) {
			dictionary.release();
			return undefined;
		}
		all.push(...judgements(kernel, come - first));
	}
	dictionary.release();
	return ids.map(id => all[id] ?? -1);
}

function isPlain(text: Buffer, introducer: number): boolean {
	return text.every(byte => byte < 128 && byte !== introducer);
}

/** Strings of few letters, some of them long, with an occasional byte that is escaped or not ASCII. */
const unit = fc.oneof(
	{weight: 60, arbitrary: fc.constantFrom(...'aAbB@[`{/')},
	{weight: 1, arbitrary: fc.constantFrom('\\', '#', '\u0080', 'é', '\u0000')},
);
const text = fc
	.oneof(
		fc.string({unit, minLength: 1, maxLength: 12}),
		fc.string({unit, minLength: 13, maxLength: 80, size: 'max'}),
	)
	.map(one => Buffer.from(one, 'latin1'));
const texts = fc.uniqueArray(text, {minLength: 1, maxLength: 20, selector: one => one.toString('latin1')});
const part = fc.oneof(
	{weight: 5, arbitrary: fc.string({unit: fc.constantFrom(...'ab@[`{/'), maxLength: 3})},
	{weight: 1, arbitrary: fc.string({unit: fc.constantFrom(...'ab'), minLength: 10, maxLength: 20})},
	{weight: 1, arbitrary: fc.constantFrom('é', '\\', 'A')},
);
const partsOf = fc.oneof(
	fc.array(part, {minLength: 1, maxLength: 4}),
	fc.array(part, {minLength: 1, maxLength: 3}).map(parts => ['', ...parts, '']),
);
const introducer = fc.constantFrom(noIntroducer, ...Buffer.from('\\#'));

/** Checks whether a string consists of these parts with anything between them, in the simplest way possible. */
function isLike(given: string, parts: readonly string[]): boolean {
	return new RegExp(
		`^${parts.map(one => one.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('[^]*')}$`,
	).test(given);
}

function small(given: string): string {
	return given.replaceAll(/[A-Z]/g, letter => letter.toLowerCase());
}

test('finds parts in plain strings, like a plain loop', t => {
	const seen = [0, 0, 0];
	const often = runs(1500);
	fc.assert(
		fc.property(texts, partsOf, fc.boolean(), introducer, (all, parts, isFolded, begins) => {
			const own = isFolded ? parts.map(small) : parts;
			const judge = partsJudge(
				own.map(one => Buffer.from(one, 'latin1')),
				isFolded,
			);
			const found = judged(judge, all, begins);
			for (const [index, one] of all.entries()) {
				const given = one.toString('latin1');
				const expected = !isPlain(one, begins)
					? alone
					: isLike(isFolded ? small(given) : given, own)
						? yes
						: no;
				t.is(found?.[index], expected, `${given} ${JSON.stringify(own)}`);
				seen[expected] = (seen[expected] ?? 0) + 1;
			}
		}),
		often,
	);
	t.true(
		seen.every(count => count > often.numRuns / 3),
		seen.join(),
	);
});

test('finds a part at any position, up to the last byte and not beyond', t => {
	// More lengths than are examined together; parts as long as a vector, and longer.
	const lengths = Array.from({length: 100}, (_, index) => index + 1);
	const sizes = [1, 2, 3, 15, 16, 17, 40, 63, 64, 65, 100];
	for (const length of lengths) {
		for (const size of sizes.filter(one => one <= length)) {
			const wanted = Buffer.from('x'.padEnd(size, 'y'));
			const judge = partsJudge([Buffer.alloc(0), wanted, Buffer.alloc(0)], true);
			const all: Buffer[] = [];
			for (let at = 0; at + size <= length; at++) {
				const one = Buffer.alloc(length, '.');
				wanted.copy(one, at);
				all.push(one, Buffer.from(one.toString().toUpperCase()));
			}
			t.deepEqual(new Set(judged(judge, all)), new Set([yes]));
			// Bytes after a string don't belong to it.
			const cut = Buffer.alloc(length, '.');
			wanted.copy(cut, length - size + 1);
			t.deepEqual(judged(judge, [cut, Buffer.from('yyyy')])?.[0], no);
		}
	}
});

test('finds a part in many adjacent strings, and not across two of them and the length between them', t => {
	// Strings of 1 to 6 of these characters, some of which equal possible length bytes.
	const character = fc.constantFrom('a', 'B', 'b', '\u0001', '\u0002', '\u0003', '\u0004');
	const short = fc.string({unit: character, minLength: 1, maxLength: 6});
	const rare = fc.oneof(
		{weight: 200, arbitrary: short},
		{weight: 1, arbitrary: fc.string({unit: character, minLength: 120, maxLength: 140, size: 'max'})},
		{weight: 10, arbitrary: fc.tuple(short, fc.constantFrom('é', '#')).map(([one, other]) => one + other)},
	);
	const many = fc.uniqueArray(fc.oneof({weight: 3, arbitrary: short}, rare), {
		minLength: 70,
		maxLength: 400,
		size: 'max',
	});
	const wanted = fc.string({unit: character, minLength: 1, maxLength: 5}).map(small);
	forAll(500, many, wanted, fc.boolean(), (all, own, isFolded) => {
		const judge = partsJudge(
			['', own, ''].map(one => Buffer.from(one, 'latin1')),
			isFolded,
		);
		const bytes = all.map(one => Buffer.from(one, 'latin1'));
		t.deepEqual(
			judged(judge, bytes, 35),
			all.map((one, index) =>
				isPlain(bytes[index] ?? Buffer.alloc(0), 35)
					? (isFolded ? small(one) : one).includes(own)
						? yes
						: no
					: alone,
			),
		);
	});
});

for (const [kind, isLong] of [
	['short', () => false],
	['short and long', index => index % 60 === 0],
	// Seven of them fill a block of memory.
	['very long', index => index % 200 < 30],
] satisfies ReadonlyArray<readonly [string, (index: number) => boolean]>) {
	test(`finds a part in many ${kind} strings that lie in several blocks of memory, in any order`, t => {
		// The hash table has grown in the meantime, and its old memory has been reused.
		const longest = kind === 'very long' ? 280 : 28;
		const all = Array.from({length: 30_000}, (_, index) => {
			const hash = createHash('md5').update(`${index}`).digest('hex');
			return Buffer.from(isLong(index) ? hash.repeat(longest) : hash.slice(0, 10 + (index % 11)));
		});
		for (const part of ['0f1', 'a', '9', 'e7d2']) {
			const judge = partsJudge(
				['', part, ''].map(one => Buffer.from(one)),
				false,
			);
			t.deepEqual(
				judged(judge, all),
				all.map(one => (one.includes(part) ? yes : no)),
			);
		}
	});
}

test('finds a part in strings even if some lie in a separate block of memory', t => {
	const one = new Dictionary();
	const other = new Dictionary(one.kernel);
	const add = (dictionary: Dictionary, texts: readonly string[]): void => {
		for (const text of texts) {
			intern(dictionary, Buffer.from(text), 0, text.length);
		}
	};
	const small = Array.from({length: 10_300}, (_, index) => `${index}`);
	const large = Array.from({length: 158}, (_, index) => `${index}`.padEnd(900, 'ab'));
	// The hash table of 64 KiB follows the first block of the large strings. It is freed when they have filled the second one, and
	// its memory becomes their third block.
	add(other, small.slice(0, 5120));
	add(one, large.slice(0, 5));
	add(other, small.slice(5120, 5121));
	add(one, large.slice(5, 148));
	add(other, small.slice(5121));
	add(one, large.slice(148));
	const judge = partsJudge(
		['', '12', ''].map(part => Buffer.from(part)),
		false,
	);
	const {kernel, table} = one;
	const found = new Set<number>();
	for (let first = 40; first <= large.length; ) {
		const end = judge({kernel, table, first, end: large.length + 1, introducer: noIntroducer}) ?? 0;
		for (const [index, result] of judgements(kernel, end - first).entries()) {
			if (result === yes) {
				found.add(first + index);
			}
		}
		first = end;
	}
	t.deepEqual(
		[...found],
		large.flatMap((text, index) => (index + 1 >= 40 && text.includes('12') ? [index + 1] : [])),
	);
	one.release();
});

test('distinguishes plain strings from strings with escapes or bytes outside ASCII', t => {
	const long = fc
		.tuple(fc.nat({max: 40}), text)
		.map(([size, one]) => Buffer.concat([Buffer.alloc(size, '.'), one]));
	const all = fc.uniqueArray(long, {minLength: 1, maxLength: 20, selector: one => one.toString('latin1')});
	forAll(500, all, introducer, fc.constantFrom(35, 64), (given, begins, other) => {
		const expected = given.map(one => (isPlain(one, begins) && isPlain(one, other) ? no : alone));
		t.deepEqual(judged(escapesJudge(other), given, begins), expected);
	});
});

test("doesn't judge parts that exceed the buffer", t => {
	const long = Buffer.alloc(4096, 'a');
	t.deepEqual(judged(partsJudge([long], false), [long, Buffer.from('a')]), [yes, no]);
	t.is(judged(partsJudge([long, Buffer.from('b')], false), [long]), undefined);
	t.is(judged(partsJudge(new Array<Buffer>(65).fill(Buffer.from('a')), false), [long]), undefined);
});

test('a part longer than all strings matches none of them, even at the end of memory', t => {
	const judge = partsJudge([Buffer.alloc(0), Buffer.alloc(4096, 'a'), Buffer.alloc(0)], false);
	const all = Array.from({length: 3000}, (_, index) =>
		Buffer.from(`${'a'.repeat(1 + (index % 700))}${index}`),
	);
	t.deepEqual(new Set(judged(judge, all)), new Set([no]));
});

test('judges long strings in several calls', t => {
	const all = Array.from({length: 40}, (_, index) => Buffer.from(`${'/'.repeat(60_000)}${index}`));
	const judge = partsJudge([Buffer.alloc(0), Buffer.from('/7'), Buffer.alloc(0)], false);
	const found = judged(judge, all) ?? [];
	t.deepEqual(
		found.flatMap((one, index) => (one === yes ? [index] : [])),
		[7],
	);
});

const number = fc.oneof(fc.nat({max: 255}), fc.nat({max: 300}));
const numbers = fc.tuple(number, number, number, number).map(all => all.join('.'));
const group = fc
	.oneof(fc.nat({max: 3}), fc.nat({max: 0xffff}))
	.chain(one => fc.nat({max: 4}).map(length => one.toString(16).padStart(length, '0')));
const groups = fc.oneof(
	fc.array(group, {minLength: 8, maxLength: 8}).map(all => all.join(':')),
	fc
		.tuple(fc.array(group, {maxLength: 8}), fc.array(group, {maxLength: 4}))
		.map(([before, behind]) => `${before.join(':')}::${behind.join(':')}`),
);
const addressLike = fc.oneof(
	{weight: 3, arbitrary: numbers},
	{weight: 3, arbitrary: groups},
	{weight: 1, arbitrary: groups.map(one => one.toUpperCase())},
	{weight: 1, arbitrary: fc.string({unit: fc.constantFrom(...'012.:afg'), minLength: 1, maxLength: 40})},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			'::',
			'::1',
			'::ffff:10.0.0.1',
			'-',
			'1.2.3',
			'1.2.3.4.',
			'01.2.3.4',
			'1:::2',
			':1::',
		),
	},
);

test('matches addresses in a network to the bit, or leaves them undecided', t => {
	const seen = [0, 0, 0];
	const often = runs(1500);
	fc.assert(
		fc.property(
			fc.uniqueArray(addressLike, {minLength: 1, maxLength: 20}),
			fc.nat({max: 19}),
			fc.nat({max: 128}),
			(all, near, bits) => {
				const network =
					all.map(model16).find((one, index) => one !== null && index >= near) ?? new Uint8Array(16);
				const found = judged(
					networkJudge(network, bits),
					all.map(one => Buffer.from(one)),
				);
				for (const [index, one] of all.entries()) {
					const given = model16(one);
					const isMixed = one.includes(':') && one.includes('.');
					const expected = given === null || isMixed ? alone : isInNetwork(given, network, bits) ? yes : no;
					t.is(found?.[index], expected, `${one} ${Buffer.from(network).toString('hex')}/${bits}`);
					seen[expected] = (seen[expected] ?? 0) + 1;
				}
			},
		),
		often,
	);
	t.true(
		seen.every(count => count > often.numRuns / 3),
		seen.join(),
	);
});

type State = {readonly sum: number};

/** Accepts strings of digits whose sum is a multiple of `by`, with at most `max` states. */
function multiples(by: number, max = by): Automaton<State> {
	const states = Array.from({length: by}, (_, sum) => ({sum}));
	return {
		kinds: Uint8Array.from({length: 128}, (_, byte) => (byte >= 48 && byte <= 57 ? byte - 48 : 10)),
		kindCount: 11,
		start: states[0] ?? {sum: 0},
		next({sum}, kind) {
			if (kind === 11) {
				return sum === 0;
			}
			const next = (sum + kind) % by;
			return kind === 10 ? false : next < max ? states[next] : undefined;
		},
	};
}

const digits = fc.string({unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: 30});
const digitsLike = fc.oneof(
	{weight: 8, arbitrary: digits},
	{
		weight: 1,
		arbitrary: fc.tuple(digits, fc.constantFrom('x', 'é', '\\', '#'), digits).map(all => all.join('')),
	},
);

test("runs an automaton on strings, up to a character that isn't plain", t => {
	forAll(
		500,
		fc.uniqueArray(digitsLike, {minLength: 1, maxLength: 40}),
		fc.integer({min: 1, max: 40}),
		introducer,
		(all, by, begins) => {
			const found = judged(
				stepsJudge(new StepTable(multiples(by))),
				all.map(one => Buffer.from(one)),
				begins,
			);
			for (const [index, one] of all.entries()) {
				const bytes = Buffer.from(one);
				const sum = bytes.reduce((total, byte) => total + byte - 48, 0);
				// A character that isn't a digit ends it, unless the character is escaped or not ASCII.
				const end = bytes.findIndex(byte => byte < 48 || byte > 57);
				const last = end === -1 ? undefined : bytes.subarray(end, end + 1);
				const expected =
					last === undefined ? (sum % by === 0 ? yes : no) : isPlain(last, begins) ? no : alone;
				t.is(found?.[index], expected, one);
			}
		},
	);
});

test('runs an automaton on long strings in several calls', t => {
	const all = Array.from({length: 40}, (_, index) => Buffer.from(`${'7'.repeat(60_000 + index * 7)}`));
	const found = judged(stepsJudge(new StepTable(multiples(40))), all);
	t.deepEqual(
		found,
		all.map(({length}) => ((length * 7) % 40 === 0 ? yes : no)),
	);
	t.true(found?.includes(yes));
});

test('abandons an automaton with too many states, but not other automata of the same kernel', t => {
	const all = Array.from({length: 600}, (_, index) => Buffer.from(String(index * 7919)));
	const some = stepsJudge(new StepTable(multiples(40)));
	t.is(judged(stepsJudge(new StepTable(multiples(40, 20))), all), undefined);
	// More states than fit in the kernel: 2^16 cells, 13 per state.
	const many = {...multiples(1), next: () => ({sum: 0})};
	t.is(judged(stepsJudge(new StepTable(many)), [Buffer.from('1'.repeat(6000))]), undefined);
	const expected = all.map(one =>
		[...one.toString()].reduce((sum, digit) => sum + Number(digit), 0) % 40 === 0 ? yes : no,
	);
	t.deepEqual(judged(some, all), expected);
	t.deepEqual(judged(some, all), expected);
});

test("the kernel's buffers fit the maximum of strings judged or routed in one call", t => {
	const {exports} = Kernel.take();
	t.is(exports.judgedTexts.value, maxJudged);
	t.is(exports.routedUrls.value, maxRouted);
});
