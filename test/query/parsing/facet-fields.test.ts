import test from 'ava';
import {FieldsError, listableNames, parseFacetFields} from '../../../source/query/parsing/facet-fields.js';

test('reads the field names of searches and of JSON', t => {
	t.deepEqual(parseFacetFields('route, IP,agent,userAgent,@Tenant,@"a, b"'), [
		'route',
		'ip',
		'userAgent',
		'@tenant',
		'@a, b',
	]);
	for (const name of listableNames) {
		t.is(parseFacetFields(name).length, 1, name);
	}
});

for (const [text, message] of [
	['client', 'there is no field client: did you mean ip?'],
	['duration', /^the values of duration can’t be listed: the fields are .*\broute\b/],
	['', /^the name of a field is missing: the fields are/],
	['ip,', /^the name of a field is missing/],
	['nonsense', /^there is no field nonsense: the fields are/],
	['@', /missing after the @/],
	['@a b', '@a b isn’t the name of a field: write @"a b"'],
] as const) {
	test(`refuses “${text}”`, t => {
		t.throws(() => parseFacetFields(text), {instanceOf: FieldsError, message});
	});
}
