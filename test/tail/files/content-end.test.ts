import {gzipSync} from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import {ContentEnd} from '../../../source/tail/files/content-end.js';
import {memorySource} from '../../helpers/memory-source.js';

/** A step of a writer: text at the end of the content, more NULs, or fewer. */
const steps = fc.array(
	fc.oneof(
		fc.record({write: fc.integer({min: 1, max: 150_000})}),
		fc.record({allocate: fc.integer({min: 1, max: 3_000_000})}),
		fc.constant('cut' as const),
	),
	{minLength: 1, maxLength: 8},
);

test('finds the end of the content after any write to a file that is allocated in advance', async t => {
	await fc.assert(
		fc.asyncProperty(steps, async writer => {
			let content = 'a line\n';
			let size = content.length;
			const source = memorySource(() => content + '\0'.repeat(size - content.length));
			const contentEnd = new ContentEnd();
			for (const step of writer) {
				if (step === 'cut') {
					size = content.length;
				} else if ('write' in step) {
					content += `${'x'.repeat(step.write - 1)}\n`;
					size = Math.max(size, content.length);
				} else {
					size += step.allocate;
				}
				t.is(await contentEnd.find(source, size), content.length);
			}
		}),
		{numRuns: 50},
	);
});

test('a hole before content is content', async t => {
	let text = 'a\n';
	const contentEnd = new ContentEnd();
	const find = () =>
		contentEnd.find(
			memorySource(() => text),
			text.length,
		);
	t.is(await find(), 2);
	text = `a\n${'\0'.repeat(100_000)}b\n\0\0`;
	t.is(await find(), 100_004);
	text = `a\n${'\0'.repeat(100_000)}b\n${'\0'.repeat(200_000)}c\n`;
	t.is(await find(), 300_006);
});

test('NULs at the end of a compressed file are its content', async t => {
	const bytes = gzipSync('a line\n');
	t.is(bytes.at(-1), 0);
	t.is(
		await new ContentEnd().find(
			memorySource(() => bytes),
			bytes.length,
		),
		bytes.length,
	);
});
