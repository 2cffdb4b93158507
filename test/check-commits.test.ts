import test from 'ava';

type CheckCommits = {faultOf(message: string): string | undefined};

for (const [message, fault] of [
	['tail: report missing files', undefined],
	['reader, tail: call it backfill\n\nThe reason.', undefined],
	['tail: report missing files\nThe reason.', /empty/],
	['Report missing files', /area/],
	['tail: the files that are missing', /verb/],
	['tail: report missing files.', /full stop/],
	[`tail: ${'x'.repeat(67)}`, /73 characters/],
] as const) {
	test(`${fault === undefined ? 'accepts' : 'rejects'} the commit message ${JSON.stringify(message)}`, async t => {
		const {faultOf} = (await import(
			new URL('../../tools/check-commits.js', import.meta.url).href
		)) as CheckCommits;
		const found = faultOf(message);
		if (fault === undefined) {
			t.is(found, undefined);
		} else {
			t.regex(found ?? '', fault);
		}
	});
}
