import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {type AddressDatabase, Geo, noGeo} from '../../source/geo/geo.js';
import {openGeo} from '../../source/geo/open-geo.js';
import {Dictionary} from '../../source/index/dictionary.js';
import {mmdb} from '../helpers/mmdb.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

function idOf(dictionary: Dictionary, text: string): number {
	const bytes = Buffer.from(text);
	const ids = new Uint32Array(1);
	dictionary.internAll(bytes, {starts: Uint32Array.of(0), ends: Uint32Array.of(bytes.length)}, 0, 1, ids);
	return ids[0] ?? 0;
}

test('the first database that has a value counts, and each address is looked up once', t => {
	const asked: string[] = [];
	const database = (name: string, first: number): AddressDatabase => ({
		fields: ['asn'],
		valueOf(_, address) {
			asked.push(`${name} ${address.subarray(12).join('.')}`);
			return address[12] === first ? name : null;
		},
	});
	const geo = new Geo([database('one', 10), database('two', 11), database('three', 11)]);
	t.deepEqual([...geo.fields], ['asn']);
	const addresses = new Dictionary();
	const texts = ['10.0.0.1', '11.0.0.1', '12.0.0.1', 'unknown', '1.2'];
	const ids = texts.map(text => idOf(addresses, text));
	const values = (): readonly (string | null)[] => ids.map(id => geo.valueOfId('asn', addresses, id));
	t.deepEqual(values(), ['one', 'two', null, null, null]);
	t.deepEqual(asked, [
		...['one 10.0.0.1', 'one 11.0.0.1', 'two 11.0.0.1'],
		...['one 12.0.0.1', 'two 12.0.0.1', 'three 12.0.0.1'],
	]);
	t.deepEqual(values(), ['one', 'two', null, null, null]);
	t.is(asked.length, 6);
	// The dictionary has grown since.
	t.is(geo.valueOfId('asn', addresses, idOf(addresses, '10.9.9.9')), 'one');
	t.is(geo.valueOfId('asn', addresses, 0), null);
	t.is(geo.valueOfId('country', addresses, ids[0] ?? 0), null);
	t.is(noGeo.valueOfId('asn', addresses, ids[0] ?? 0), null);
});

test('opens the readable files, and explains the problems with other files', async t => {
	const folder = temporaryDirectory(t);
	const path = (name: string): string => join(folder, name);
	writeFileSync(path('asn.mmdb'), mmdb([['10.0.0.0/8', {autonomous_system_number: 1}]], {type: 'ASN'}));
	writeFileSync(path('text'), 'text');
	const {geo, problems} = await openGeo([path('asn.mmdb'), path('text'), path('missing.mmdb'), folder]);
	t.deepEqual([...geo.fields], ['asn']);
	t.deepEqual(problems, [
		`geo: ${path('text')} isn’t an MMDB file, or only a part of one`,
		`geo: ${path('missing.mmdb')} can’t be read: no such file`,
		`geo: ${folder} isn’t a regular file`,
	]);
});
