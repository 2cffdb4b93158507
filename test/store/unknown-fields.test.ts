import test from 'ava';
import {parseQuery} from '../../source/query/parsing/parse-query.js';
import {anyCalendar} from '../../source/query/parsing/time-period.js';
import {everything} from '../../source/query/query.js';
import {unknownFieldsText} from '../../source/store/unknown-fields.js';
import {entry} from '../helpers/entry.js';
import {fakeStore} from '../helpers/fake-store.js';

for (const [unknown, known, text] of [
	['tennant', ['cs', 'Tenant'], 'no line has the log field @tennant: did you mean @Tenant?'],
	[
		'cache',
		['cs', 'upstream_cache_status'],
		'no line has the log field @cache: did you mean @upstream_cache_status?',
	],
	['a b', ['ab', 'a c'], 'no line has the log field @"a b": did you mean @ab, @"a c"?'],
	['x', ['a', 'b', 'c', 'd'], 'no line has the log field @x: the newest lines have @a, @b, @c …'],
	['tenant', [], 'no line has the log field @tenant: the newest lines have no log fields'],
] as const) {
	test(`the log field ${unknown}, with ${known.join(', ') || 'no other'} known`, async t => {
		const store = fakeStore(entry(1));
		store.setUnknownLogFields([unknown]);
		store.setLogFields(known.map(name => ({name, n: 1})));
		t.is(await unknownFieldsText(store, everything), text);
	});
}

test('a field from a database of addresses requires such a database, also in a negation', async t => {
	const store = fakeStore(entry(1));
	const query = parseQuery('status:200 OR -asn:cloudflare', anyCalendar);
	const advice =
		'in config.jsonc write "geo": ["GeoLite2-ASN.mmdb"], a file of MaxMind, DB-IP or IPinfo; reqscope config shows its path';
	t.is(await unknownFieldsText(store, query), `asn: needs a database: ${advice}`);
	t.is(
		await unknownFieldsText({...store, isFleet: true}, query),
		'asn: is unknown with --store: the server has no owners and countries of addresses',
	);
	t.is(await unknownFieldsText({...store, geoFields: new Set(['asn'])}, query), '');
	t.regex(
		(await unknownFieldsText(
			{...store, geoFields: new Set(['asn'])},
			parseQuery('country:de', anyCalendar),
		)) ?? '',
		/^country: needs a database: in config.jsonc write "geo": \["GeoLite2-Country\.mmdb"\]/,
	);
});

test('no log field is reported as unknown without lines, or if a line has it', async t => {
	const empty = fakeStore();
	empty.setUnknownLogFields(['a']);
	t.is(await unknownFieldsText(empty, everything), '');
	t.is(await unknownFieldsText(fakeStore(entry(1)), everything), '');
});
