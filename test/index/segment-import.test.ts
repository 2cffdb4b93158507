import test from 'ava';
import fc from 'fast-check';
import {textFields} from '../../source/fields/fields.js';
import type {Dictionary} from '../../source/index/dictionary.js';
import {Epoch} from '../../source/index/epoch.js';
import {AdoptedTexts, SendingDictionaries, type SentTexts} from '../../source/index/segment-import.js';
import {forAll} from '../helpers/for-all.js';
import {noArena} from '../helpers/no-arena.js';

/** Looks up the strings of one field. Returns their numbers. */
function intern(dictionary: Dictionary | undefined, texts: readonly string[]): number[] {
	const starts = new Uint32Array(texts.length);
	const ends = new Uint32Array(texts.length);
	let length = 0;
	for (const [index, text] of texts.entries()) {
		starts[index] = length;
		length += Buffer.byteLength(text);
		ends[index] = length;
	}
	const ids = new Uint32Array(texts.length);
	dictionary?.internAll(Buffer.from(texts.join('')), {starts, ends}, 0, texts.length, ids);
	return [...ids];
}

/** Adopts strings at once. Returns whether this was possible. */
function adopt(adopted: AdoptedTexts, texts: SentTexts, epoch: Epoch): boolean {
	const adopting = adopted.adopting(texts, epoch, () => false);
	for (;;) {
		const {done, value} = adopting.next();
		if (done === true) {
			return value;
		}
	}
}

const field = 2;

test("maps ids of another thread's strings although each string is sent only once", t => {
	const word = fc.constantFrom('', 'a', 'b', 'GET', '/one', '/two', '/three?n=1', 'x'.repeat(300));
	forAll(
		100,
		fc.array(fc.record({words: fc.array(word), isLost: fc.boolean(), isNewEpoch: fc.boolean()})),
		fc.constantFrom(0, 1e9),
		(blocks, maxMemory) => {
			const sending = new SendingDictionaries('there', maxMemory);
			const adopted = new AdoptedTexts();
			let epoch = new Epoch();
			let missing = false;
			for (const {words, isLost, isNewEpoch} of blocks) {
				if (isNewEpoch) {
					// The sent strings went with the epoch.
					missing ||= epoch.dictionaries[field]?.size !== 0;
					epoch = new Epoch();
					intern(epoch.dictionaries[field], ['another', 'b']);
				}
				missing &&= !isLost && maxMemory > 0;
				const ids = intern(sending.next(isLost)[field], words);
				const sent = sending.takeNew(noArena);
				const isKnown = adopt(adopted, sent, epoch);
				t.is(isKnown, !missing || sent.fields.every(({before}) => before === 0));
				const own = epoch.dictionaries[field];
				if (isKnown && own !== undefined) {
					const known = ids.map(id => own.kernel.exports.listedAt(field, id));
					const found = known.map(id => (id === 0 ? '' : own.bytes(id).toString()));
					t.deepEqual(found, words);
					missing = false;
				}
			}
		},
	);
});

test('sends a string once, until it is lost', t => {
	const sending = new SendingDictionaries('there', 1e9);
	const sent = (words: readonly string[], isLost = false): string => {
		intern(sending.next(isLost)[field], words);
		const {fields, dictionaries} = sending.takeNew(noArena);
		t.is(fields.length, textFields.length);
		const {bytes = new Uint8Array(), before = 0} = fields[field] ?? {};
		return `${dictionaries} ${before} ${Buffer.from(bytes).toString()}`;
	};
	t.is(sent(['/a', '/b', '/a']), 'there-0 0 /a/b');
	t.is(sent(['/b', '/c']), 'there-0 2 /c');
	t.is(sent([]), 'there-0 3 ');
	t.is(sent(['/c', '/d'], true), 'there-1 0 /c/d');
});

test('ignores strings of an earlier thread', t => {
	const adopted = new AdoptedTexts();
	const epoch = new Epoch();
	const first = new SendingDictionaries('1', 1e9);
	intern(first.next(false)[field], ['/a', '/b']);
	t.true(adopt(adopted, first.takeNew(noArena), epoch));
	const second = new SendingDictionaries('2', 1e9);
	intern(second.next(false)[field], ['/c', '/d']);
	second.takeNew(noArena);
	intern(second.next(false)[field], ['/e']);
	t.false(adopt(adopted, second.takeNew(noArena), epoch));
});
