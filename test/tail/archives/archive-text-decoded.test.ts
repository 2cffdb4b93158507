import {gzipSync} from 'node:zlib';
import test from 'ava';
import {DecodedText} from '../../../source/tail/archives/archive-text.js';
import {KeptText} from '../../../source/tail/archives/kept-text.js';
import {numberedLines} from '../../helpers/log-lines.js';
import {MemoryFile} from '../../helpers/memory-file.js';

const text = numberedLines(30_000).join('');
const packed = gzipSync(text);

/** The text of an archive, with as little as possible kept. */
function openText() {
	const file = new MemoryFile(packed);
	return {file, decoded: new DecodedText(file, 'gzip', new KeptText(0))};
}

async function readAll(decoded: DecodedText): Promise<string> {
	const buffer = Buffer.alloc(100_000);
	let all = '';
	for (;;) {
		const length = await decoded.readOn(buffer, decoded.size);
		all += buffer.toString('latin1', 0, length);
		if (length < buffer.length) {
			return all;
		}
	}
}

async function readBack(decoded: DecodedText, position: number, length: number): Promise<string> {
	const buffer = Buffer.alloc(length);
	return buffer.toString('latin1', 0, await decoded.readAgain(buffer, position));
}

test("fault 26: text that isn't kept any longer is decoded again", async t => {
	const {decoded, file} = openText();
	t.is(decoded.left, packed.length);
	t.true((await readAll(decoded)) === text);
	t.is(decoded.size, text.length);
	t.is(decoded.left, 0);
	for (const position of [0, 500_000, 1_500_000, 1_000_000, text.length - 1000, 10]) {
		t.is(await readBack(decoded, position, 1000), text.slice(position, position + 1000), `${position}`);
	}
	t.true(file.reads.filter(([position]) => position === 0).length > 2);
	decoded.close();
	t.is(await readBack(decoded, 10, 1000), '');
});

test('fault 26: concurrent reads of new and of earlier text work', async t => {
	const {decoded} = openText();
	const buffer = Buffer.alloc(50_000);
	let forward = '';
	for (let position = 0; position < text.length; ) {
		const target = Math.max(0, position - 700_000);
		const wanted = Math.min(300, position - target);
		const [length, back] = await Promise.all([
			decoded.readOn(buffer, position),
			readBack(decoded, target, wanted),
		]);
		forward += buffer.toString('latin1', 0, length);
		t.is(back, text.slice(target, target + wanted));
		position += length;
	}
	t.true(forward === text);
});

test('fault 26: concurrent reads of earlier text at several offsets work', async t => {
	const {decoded} = openText();
	await readAll(decoded);
	const offsets = [1_000_000, 10, 1_200_000, 500_000, 0, 1_500_000];
	const read = await Promise.all(offsets.map(position => readBack(decoded, position, 1000)));
	t.deepEqual(
		read,
		offsets.map(position => text.slice(position, position + 1000)),
	);
});

test("head() doesn't count as reading", async t => {
	const {decoded} = openText();
	t.is(Buffer.from(await decoded.head(100)).toString(), text.slice(0, 100));
	t.is(decoded.size, 0);
	t.true((await readAll(decoded)) === text);
});

test('approach() returns at once for kept text and decodes dropped text', async t => {
	const {decoded} = openText();
	t.is(await decoded.approach(700_000), 700_000, 'not known yet');
	await readAll(decoded);
	t.is(await decoded.approach(text.length - 10), text.length - 10, 'kept');
	t.is(await decoded.approach(700_000), 700_000);
	t.is(await readBack(decoded, 700_000, 100), text.slice(700_000, 700_100));
});
