import test from 'ava';
import fc from 'fast-check';
import {
	addressText,
	isInNetwork,
	isMapped,
	mappedBits,
	parseAddress,
} from '../../source/entries/values/address-range.js';
import {GeoFile, GeoFileError} from '../../source/geo/geo-file.js';
import {forAll} from '../helpers/for-all.js';
import {type MmdbData, mmdb} from '../helpers/mmdb.js';

function fileOf(networks: ReadonlyArray<readonly [network: string, data: MmdbData]>): GeoFile {
	return new GeoFile(mmdb(networks, {type: 'Test'}));
}

function addressOf(text: string): Uint8Array {
	const address = parseAddress(text);
	if (address === null) {
		throw new Error(text);
	}
	return address;
}

/** Addresses that share long beginnings, so that networks contain each other. */
const arbitraryAddress = fc
	.tuple(fc.boolean(), fc.array(fc.constantFrom(0, 1, 128, 255), {minLength: 16, maxLength: 16}))
	.map(([isIpv4, bytes]) =>
		isIpv4
			? Uint8Array.of(...addressOf('::ffff:0:0').subarray(0, 12), ...bytes.slice(12))
			: Uint8Array.from(bytes),
	)
	// The tree has IPv4 addresses there.
	.filter(address => isMapped(address) || address.subarray(0, 12).some(byte => byte !== 0));

const arbitraryNetwork = fc
	.tuple(arbitraryAddress, fc.integer({min: 1, max: 128}))
	.map(([address, length]) => ({
		address,
		bits: isMapped(address) ? mappedBits + 1 + (length % 32) : length,
	}));

/** Checks that a network isn't an ancestor of the subtree for IPv4 addresses, which begins with zeros. */
function isApart({address, bits}: {readonly address: Uint8Array; readonly bits: number}): boolean {
	return isMapped(address) || address.subarray(0, Math.floor(bits / 8)).some(byte => byte !== 0);
}

test('finds the smallest network of each address, like a plain model', t => {
	forAll(
		400,
		fc.array(arbitraryNetwork.filter(isApart), {maxLength: 12}),
		fc.array(arbitraryAddress, {minLength: 1, maxLength: 12}),
		fc.constantFrom(24, 28, 32),
		fc.constantFrom(4, 6),
		(networks, others, recordSize, ipVersion) => {
			const known = networks.filter(({address}) => ipVersion === 6 || isMapped(address));
			const file = new GeoFile(
				mmdb(
					[
						...known.map(({address, bits}, index): readonly [string, MmdbData] => {
							const network = isMapped(address)
								? `${address.subarray(12).join('.')}/${bits - mappedBits}`
								: `${addressText(address)}/${bits}`;
							return [network, {autonomous_system_number: index}];
						}),
						['203.0.113.7/32', {autonomous_system_number: 65_536}],
					],
					{type: 'Test', recordSize, ipVersion},
				),
			);
			for (const address of [...others, ...known.map(({address}) => address)]) {
				const isIpv4 = isMapped(address);
				const [best] = known
					.map((network, index) => ({...network, index}))
					.filter(network => isMapped(network.address) === isIpv4 && isInNetwork(address, network))
					// If networks are equal, the last one counts.
					.sort((a, b) => b.bits - a.bits || b.index - a.index);
				t.is(file.valueOf('asn', address), best === undefined ? null : `AS${best.index}`);
			}
		},
	);
});

test('reads owners and countries as the makers of databases write them', t => {
	const cases: ReadonlyArray<readonly [data: MmdbData, asn: string | null, country: string | null]> = [
		[
			{autonomous_system_number: 13_335, autonomous_system_organization: 'Cloudflare, Inc.'},
			'AS13335 Cloudflare, Inc.',
			null,
		],
		[{autonomous_system_number: 64_496}, 'AS64496', null],
		[{autonomous_system_organization: 'of no number'}, null, null],
		[{country: {iso_code: 'DE', names: {en: 'Germany'}}, registered_country: {iso_code: 'US'}}, null, 'DE'],
		[{registered_country: {iso_code: 'US'}}, null, null],
		[
			{
				country: {iso_code: 'FR'},
				traits: {autonomous_system_number: 3215, autonomous_system_organization: 'Orange'},
			},
			'AS3215 Orange',
			'FR',
		],
		[
			{asn: 'AS3320', as_name: 'Deutsche Telekom AG', country_code: 'DE', country: 'Germany'},
			'AS3320 Deutsche Telekom AG',
			'DE',
		],
		[{asn: 'AS3320', name: ' Deutsche Telekom AG', country: 'de'}, 'AS3320 Deutsche Telekom AG', 'DE'],
		[{asn: 'AS1', name: 'x'.repeat(300)}, `AS1 ${'x'.repeat(200)}`, null],
		[{asn: ['AS1'], country: {iso_code: 'DEU'}}, 'AS1', null],
		[{asn: {number: 1}, country: true}, null, null],
		['a text', null, null],
		[[], null, null],
	];
	const file = fileOf([
		...cases.map(([data], index): readonly [string, MmdbData] => [`10.0.${index}.0/24`, data]),
		['10.1.0.0/24', {asn: 1, country: 'DE'}],
	]);
	t.deepEqual(file.fields, ['asn', 'country']);
	for (const [index, [, asn, country]] of cases.entries()) {
		const address = addressOf(`10.0.${index}.9`);
		t.is(file.valueOf('asn', address), asn);
		t.is(file.valueOf('country', address), country);
	}
});

test('names the kind and the date of a database, and the fields that it has', t => {
	const owners = mmdb([['10.0.0.0/8', {autonomous_system_number: 1}]], {
		type: 'GeoLite2-ASN',
		built: Date.UTC(2026, 10, 20) / 1000,
	});
	const {fields, type, built} = new GeoFile(owners);
	t.deepEqual({fields, type, built}, {fields: ['asn'], type: 'GeoLite2-ASN', built: Date.UTC(2026, 10, 20)});
	t.deepEqual(fileOf([['10.0.0.0/8', {country: {iso_code: 'DE'}}]]).fields, ['country']);
});

test('refuses a file that isn’t a database, a part of a database, and a database without owners and countries', t => {
	const whole = mmdb([['10.0.0.0/8', {connection_type: 'Cellular'}]], {type: 'GeoIP2-Connection-Type'});
	const refused = (bytes: Buffer): string | undefined =>
		t.throws(() => new GeoFile(bytes), {instanceOf: GeoFileError})?.message;
	for (const bytes of [
		Buffer.alloc(0),
		Buffer.from('text'),
		whole.subarray(0, -300),
		Buffer.alloc(1 << 20),
	]) {
		t.is(refused(bytes), 'isn’t an MMDB file, or only a part of one');
	}
	t.is(refused(whole), 'has neither owners (ASN) nor countries: it is of the type GeoIP2-Connection-Type');
	t.is(refused(whole.subarray(200)), 'is damaged');
	t.is(refused(whole.subarray(0, -1)), 'is damaged');
});

test('a damaged database has fewer values, and is never an unexpected error', t => {
	const whole = mmdb(
		Array.from({length: 40}, (_, index): readonly [string, MmdbData] => [
			`${index}.0.0.0/8`,
			{
				asn: index,
				as_name: `owner ${index}`,
				country: {iso_code: 'DE', names: {en: 'Germany', fr: 'Allemagne'}},
			},
		]),
		{type: 'Test'},
	);
	const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
	let opened = 0;
	forAll(4000, fc.array(change, {minLength: 1, maxLength: 4}), fc.nat(60), (changes, cut) => {
		const bytes = Buffer.from(whole.subarray(0, cut > 50 ? whole.length - cut : whole.length));
		for (const [at, byte] of changes) {
			bytes[at % bytes.length] = byte;
		}
		let file: GeoFile;
		try {
			file = new GeoFile(bytes);
		} catch (error) {
			return error instanceof GeoFileError;
		}
		opened++;
		for (let first = 0; first < 40; first++) {
			const address = addressOf(`${first}.1.2.3`);
			t.regex(file.valueOf('asn', address) ?? 'AS0', /^AS\d/);
			t.regex(file.valueOf('country', address) ?? 'DE', /^[A-Z]{2}$/);
		}
		return true;
	});
	t.true(opened > 100, `${opened} were opened`);
});

test('an endless record, or one that expands beyond the memory limit, has no value', t => {
	let data: MmdbData = {asn: 1};
	for (let depth = 0; depth < 40; depth++) {
		const part: MmdbData = data;
		data = Array.from({length: 10}, () => part);
	}
	const nested = {names: data, asn: 1};
	t.is(fileOf([['10.0.0.0/8', nested]]).valueOf('asn', addressOf('10.1.2.3')), null);

	// The pointer of the second name leads to the record itself.
	const whole = mmdb([['10.0.0.0/8', {asn: 1, first: 'asn'}]], {type: 'Test'});
	const pointer = whole.indexOf(Buffer.from('first')) + 'first'.length;
	t.is(whole[pointer], (1 << 5) | (3 << 3));
	whole.writeUInt32BE(0, pointer + 1);
	t.is(new GeoFile(whole).valueOf('asn', addressOf('10.1.2.3')), null);
});
