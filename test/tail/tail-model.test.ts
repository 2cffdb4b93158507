import {
	appendFileSync,
	closeSync,
	openSync,
	renameSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import test from 'ava';
import fc from 'fast-check';
import {collect} from '../helpers/collect.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

// Actions of a writer and of rotation in any order. Every line must be read once, and the lines of one file in order.
const steps = fc.array(
	fc.oneof(
		{weight: 6, arbitrary: fc.constant('append' as const)},
		{weight: 2, arbitrary: fc.constant('append to the one before' as const)},
		{weight: 2, arbitrary: fc.constant('rename and create' as const)},
		{weight: 1, arbitrary: fc.constant('delete and create' as const)},
		{weight: 1, arbitrary: fc.constant('move away and back' as const)},
		{weight: 1, arbitrary: fc.constant('switch the link' as const)},
		{weight: 3, arbitrary: fc.constant('let it run' as const)},
	),
	{minLength: 5, maxLength: 40},
);

const ways = [
	['events', {settings: {pollInterval: 200}}],
	['timer', {poll: true, settings: {eventlessPollInterval: 5}}],
] as const;

for (const [way, options] of ways) {
	test(`every line is read once after any sequence of changes to the file (${way})`, async t => {
		const run = fc.asyncProperty(steps, fc.boolean(), async (sequence, linked) => {
			const directory = temporaryDirectory(t);
			const path = join(directory, 'access.log');
			let files = 0;
			let lines = 0;
			const expected: string[] = [];
			let current = path;
			const create = () => writeFileSync(current, '');
			if (linked) {
				current = join(directory, 'target-0');
				symlinkSync(current, path);
			}
			create();
			let writer = openSync(current, 'a');
			let previous: number | undefined;
			const line = () => {
				expected.push(`line ${lines}`);
				return `line ${lines++}\n`;
			};
			const changeWriter = () => {
				if (previous !== undefined) {
					closeSync(previous);
				}
				previous = writer;
				writer = openSync(current, 'a');
			};
			const collected = collect(t, [path], options);
			await collected.followed.started;
			for (const step of sequence) {
				switch (step) {
					case 'append':
						writeSync(writer, line());
						break;
					case 'append to the one before':
						writeSync(previous ?? writer, line());
						break;
					case 'rename and create':
						renameSync(current, `${current}.${++files}`);
						create();
						changeWriter();
						await collected.followed.poll();
						break;
					case 'delete and create':
						unlinkSync(current);
						create();
						changeWriter();
						await collected.followed.poll();
						break;
					case 'move away and back':
						renameSync(current, `${current}.away`);
						appendFileSync(`${current}.away`, line());
						await setImmediate();
						renameSync(`${current}.away`, current);
						break;
					case 'switch the link':
						if (linked) {
							current = join(directory, `target-${++files}`);
							create();
							symlinkSync(current, `${path}.new`);
							renameSync(`${path}.new`, path);
							changeWriter();
							await collected.followed.poll();
						}

						break;
					case 'let it run':
						await setImmediate();
						break;
				}
			}
			try {
				const read = () => collected.text().split('\n').slice(0, -1);
				await waitFor(
					() => read().length >= expected.length,
					() => JSON.stringify({expected, read: read()}),
				);
				await collected.followed.poll();
				t.deepEqual(read().sort(), expected.sort());
				t.deepEqual(collected.notices, []);
				for (const {text} of collected.files) {
					const numbers = [...text.matchAll(/\d+/g)].map(Number);
					t.deepEqual(
						numbers,
						[...numbers].sort((a, b) => a - b),
					);
				}
			} finally {
				closeSync(writer);
				if (previous !== undefined) {
					closeSync(previous);
				}
				await collected.followed.close();
			}
		});
		await fc.assert(run, {numRuns: 25, endOnFailure: true, includeErrorInReport: true});
	});
}
