import test from 'ava';
import fc from 'fast-check';
import {batchRows} from '../../source/wasm/batch.js';
import {Kernel} from '../../source/wasm/kernel.js';
import {forAll} from '../helpers/for-all.js';
import {logLine, logStart} from '../helpers/log-lines.js';

const {batch} = Kernel.take();

/** Which of the lines are marked. */
function marked(lines: readonly string[], part: string, isFolded: boolean): readonly boolean[] {
	const bytes = Buffer.from(lines.join(''));
	batch.load(bytes, 0, bytes.length);
	const formats = {combined: 0, common: 1};
	const {rows, end} = batch.scan({
		start: 0,
		end: bytes.length,
		base: 0,
		first: 0,
		last: batchRows,
		offset: 0,
		formats,
	});
	return Array.from(batch.markedLines(rows, end, [{bytes: Buffer.from(part), isFolded}]), mark => mark === 1);
}

function lineWith(text: string): string {
	return logLine({time: logStart, userAgent: text});
}

test('marks lines that contain the part, and lines with characters outside ASCII', t => {
	const lines = ['Firefox', 'firefox', 'fire fox', 'ﬁrefox', 'x'].map(lineWith);
	t.deepEqual(marked(lines, 'firefox', true), [true, true, false, true, false]);
	t.deepEqual(marked(lines, 'Firefox', false), [true, false, false, true, false]);
});

test('marks every line that contains the part, and hardly any other', t => {
	const text = fc.string({
		unit: fc.constantFrom('a', 'A', 'b', 'B', 'ab', ' ', '/', 'é', '.'),
		maxLength: 60,
	});
	const part = fc.string({unit: fc.constantFrom('a', 'b', '/', '.'), minLength: 1, maxLength: 20});
	forAll(
		300,
		fc.array(text, {minLength: 1, maxLength: 40}),
		part,
		fc.boolean(),
		(texts, wanted, isFolded) => {
			const lines = texts.map(lineWith);
			const found = marked(lines, wanted, isFolded);
			t.is(found.length, lines.length);
			for (const [index, line] of lines.entries()) {
				const has = (isFolded ? line.toLowerCase() : line).includes(wanted);
				// Up to sixteen bytes behind a line are looked at, too.
				const isForeign =
					index === lines.length - 1 || /[^ -~\n]/.test(line + lines[index + 1]?.slice(0, 16));
				t.true(found[index] === true ? has || isForeign : !has, line);
			}
		},
	);
});
