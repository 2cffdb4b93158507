import test from 'ava';
import fc from 'fast-check';
import {
	type AddressRange,
	parseAddress,
	parseAddressRange,
} from '../../../source/entries/values/address-range.js';
import {isInNetwork, model16} from '../../helpers/address-model.js';
import {forAll} from '../../helpers/for-all.js';

/** Checks bit by bit that an address belongs to the range. */
function holds({address, bits}: AddressRange, given: string): boolean {
	const other = model16(given);
	return other !== null && isInNetwork(other, address, bits);
}

const almost = fc.string({
	unit: fc.constantFrom(
		'0',
		'1',
		'25',
		'255',
		'256',
		'f',
		'F',
		'db8',
		'ffff',
		'g',
		'.',
		':',
		'::',
		'%',
		'/',
		'[',
		' ',
	),
	maxLength: 12,
});

test('parses addresses like the platform', t => {
	const zoned = fc
		.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.constantFrom('%12', '%eth0', '%br-lan.100', '%', '%/', '%%'))
		.map(parts => parts.join(''));
	const any = fc.oneof(fc.ipV4(), fc.ipV4Extended(), fc.ipV6(), zoned, almost);
	forAll(500, any, given => {
		t.deepEqual(parseAddress(given), model16(given), given);
	});
});

test('parses slightly changed addresses like the platform', t => {
	forAll(
		500,
		fc.oneof(fc.ipV4(), fc.ipV6()),
		fc.nat(),
		fc.constantFrom('', '0', '1', 'f', ':', '.', '::'),
		(given, index, put) => {
			const at = index % (given.length + 1);
			for (const changed of [
				given.slice(0, at) + put + given.slice(at),
				given.slice(0, at) + put + given.slice(at + 1),
			]) {
				t.deepEqual(parseAddress(changed), model16(changed), changed);
			}
		},
	);
});

const spellings: ReadonlyArray<readonly [one: string, other: string]> = [
	['::ffff:203.0.113.9', '203.0.113.9'],
	['::ffff:cb00:7109', '203.0.113.9'],
	['0:0:0:0:0:FFFF:203.0.113.9', '203.0.113.9'],
	['2001:DB8::1', '2001:0db8:0:0:0:0:0:0001'],
	['::', '0:0:0:0:0:0:0:0'],
	['1::', '1:0:0:0:0:0:0:0'],
	['fe80::1%eth0', 'fe80::1'],
	['::1%0', '::1'],
];

for (const [one, other] of spellings) {
	test(`${one} equals ${other}`, t => {
		t.deepEqual(parseAddress(one), parseAddress(other));
		t.not(parseAddress(one), null);
	});
}

const ranges: ReadonlyArray<readonly [given: string, inside: readonly string[], outside: readonly string[]]> =
	[
		['203.0.113.9', ['203.0.113.9', '::ffff:203.0.113.9'], ['203.0.113.10', '::203.0.113.9']],
		['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.1.1'], ['11.0.0.0', '9.255.255.255', 'a00::']],
		['10.9.8.7/8', ['10.0.0.0'], ['11.0.0.0']],
		['10.0.0.1/32', ['10.0.0.1'], ['10.0.0.0']],
		['0.0.0.0/0', ['1.2.3.4', '255.255.255.255'], ['::1', '2001:db8::1']],
		['::/0', ['2001:db8::1', '::1'], ['1.2.3.4', '::ffff:1.2.3.4', 'localhost']],
		['::ffff:0:0/96', ['1.2.3.4', '::ffff:1.2.3.4'], ['2001:db8::1', '::1']],
		['::ffff:0:0/95', ['::fffe:1.2.3.4'], ['1.2.3.4']],
		['2001:db8::/32', ['2001:db8::', '2001:0DB8:ffff::1'], ['2001:db9::']],
		['2001:db8::1', ['2001:DB8:0::1'], ['2001:db8::2']],
		['203.0.', ['203.0.113.9'], ['203.1.0.0', '20.3.0.1']],
		['203.0', ['203.0.113.9'], ['203.1.0.0']],
		['203', ['203.0.113.9'], ['202.0.0.0', '20.3.0.1', '203::1']],
		['203.0.113.', ['203.0.113.0', '203.0.113.255'], ['203.0.114.0']],
		['2001:db8:', ['2001:db8::1', '2001:db8:1::'], ['2001:db80::1']],
		['2001:db8', ['2001:db8::1'], ['2001:db80::1']],
		['2001', ['2001::1'], ['2002::1']],
		['fe80:', ['fe80::1'], ['fe81::1']],
		['fe80::/10', ['fe80::b%12', 'fe80::1%eth0'], ['::1%0']],
		['fe80::b', ['fe80::B%12', 'fe80:0::b'], ['fe80::c%12']],
		['1:2:3:4:5:6:7:', ['1:2:3:4:5:6:7:8'], ['1:2:3:4:5:6:8:8']],
		['[2001:db8::1]', ['2001:db8::1'], ['2001:db8::2']],
		['[2001:db8::]/32', [], []],
	];

for (const [given, inside, outside] of ranges) {
	test(`${given} contains the right addresses`, t => {
		const range = parseAddressRange(given);
		if (inside.length + outside.length === 0) {
			t.is(range, null);
			return;
		}
		for (const address of inside) {
			t.true(range !== null && holds(range, address), address);
		}
		for (const address of outside) {
			t.false(range !== null && holds(range, address), address);
		}
	});
}

test('rejects invalid addresses and networks', t => {
	for (const given of [
		'',
		'.',
		':',
		':::',
		'1.2.3.4.5',
		'256',
		'10.0.0.0/33',
		'::/129',
		'10.0./8',
		'10.0.0.0/',
		'10.0.0.0/-1',
		'/8',
		'1..2',
		'01.2',
		'1.2.3.4:80',
		'1:2:3:4:5:6:7:8:',
		'1:2:3:4:5:6:7:8:9',
		'12345:',
		'localhost',
		'fe80::1%eth0',
		'10.0.0.0/8 ',
	]) {
		t.is(parseAddressRange(given), null, given);
	}
});

test('ignores the host bits of a network', t => {
	forAll(100, fc.ipV4(), fc.nat(32), fc.ipV4(), (given, length, other) => {
		const range = parseAddressRange(`${given}/${length}`);
		const number = (address: string): number =>
			address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
		const size = 2 ** (32 - length);
		const isInside = Math.floor(number(given) / size) === Math.floor(number(other) / size);
		t.is(range !== null && holds(range, other), isInside);
		t.true(range !== null && holds(range, given));
	});
});
