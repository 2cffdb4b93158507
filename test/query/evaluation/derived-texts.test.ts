import test from 'ava';
import fc from 'fast-check';
import {shortAddress} from '../../../source/entries/values/network.js';
import {Dictionary} from '../../../source/index/dictionary.js';
import {DerivedTexts, derivations} from '../../../source/query/evaluation/derived-texts.js';
import {forAll} from '../../helpers/for-all.js';

const part = fc.oneof(
	fc.nat({max: 299}).map(String),
	fc.constantFrom('0', '00', '01', '', '255', '256', 'a', '-1'),
);

test('an address, common or odd, derives the network that parsing it has', t => {
	const address = fc.oneof(
		fc.ipV4(),
		fc.ipV6(),
		fc.array(part, {minLength: 1, maxLength: 6}).map(parts => parts.join('.')),
		fc.string({maxLength: 20}),
		// Several of a network.
		fc.tuple(fc.nat(1), fc.nat(2), fc.nat(1), fc.nat(255)).map(parts => parts.join('.')),
	);
	forAll(300, fc.array(address, {minLength: 1, maxLength: 200}), addresses => {
		const base = new Dictionary();
		const bytes = addresses.map(one => Buffer.from(one)).filter(({length}) => length > 0);
		const ends = Uint32Array.from(bytes, (_, index) =>
			bytes.slice(0, index + 1).reduce((sum, {length}) => sum + length, 0),
		);
		const ids = base.adopt({bytes: Buffer.concat(bytes), ends});
		const derived = DerivedTexts.of(base, derivations.network);
		// The first call examines a part.
		derived.examine('none', () => true);
		for (const escapes of ['json', 'none'] as const) {
			t.true(derived.examine(escapes, () => false));
			const [layer] = derived.layers(escapes);
			for (const [index, text] of bytes.entries()) {
				const id = layer?.[ids[index + 1] ?? 0] ?? 0;
				t.is(
					id === 0 ? null : derived.texts.bytes(id).toString(),
					shortAddress(text.toString()),
					text.toString(),
				);
			}
		}
		derived.texts.release();
		base.release();
	});
});
