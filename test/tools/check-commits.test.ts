import test from 'ava';
import {faultOf} from '../../tools/check-commits.js';

for (const [message, fault] of [
	['tail: report missing files', undefined],
	['reader, tail: call it backfill\n\nThe reason.', undefined],
	['tail: report missing files\nThe reason.', /empty/],
	['Report missing files', /area/],
	['tail: the files that are missing', /verb/],
	['tail: report missing files.', /full stop/],
	[`tail: ${'x'.repeat(67)}`, /73 characters/],
] as const) {
	test(`${fault === undefined ? 'accepts' : 'rejects'} the commit message ${JSON.stringify(message)}`, t => {
		const found = faultOf(message);
		if (fault === undefined) {
			t.is(found, undefined);
		} else {
			t.regex(found ?? '', fault);
		}
	});
}
