import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {examine} from '../../../source/tail/open/generation.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {memorySource} from '../../helpers/memory-source.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

const old = Array.from({length: 30}, (_, n) => `${n} a line of a log\n`).join('');

test('a file is classified by its first bytes, or as a copy of another log', async t => {
	const {registry, ...context} = makeTailContext(t);
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, old);
	const file = await openTailedFile({registry, ...context}, path, () => 0, undefined);
	if (file === undefined) {
		return t.fail();
	}

	file.hold(t);
	await file.poll();
	const verdict = (of: string, content: string | Buffer, itself: Parameters<typeof examine>[2] = file) => {
		const head = Buffer.from(content).subarray(0, 1024);
		const size = content.length;
		return examine(registry, {path: of, source: memorySource(() => content), size, head}, itself);
	};
	t.is(await verdict(path, old), 'text', 'no log is a copy of itself');
	t.is(await verdict(`${path}.1`, 'another\n'), 'text');
	t.is(await verdict(`${path}.1`, Buffer.from([0xfd])), 'undecided');
	t.deepEqual(await verdict(`${path}.1`, Buffer.from([0x7f, 0x45, 0x4c, 0x46])), {
		state: 'foreign',
		problem: 'a program, not text',
	});
	file.end();
	t.deepEqual(await verdict(`${path}.1`, old), {state: 'copy', problem: `a copy of ${path}`});
	t.is(await verdict(`${path}.1`, old, 'own'), 'text', 'a file that was read before is not a copy');
	t.is(await verdict(`${path}.gone`, old), 'text', 'not by its name');
});

test("fault 33: a file that can't be read isn't classified", async t => {
	const {registry} = makeTailContext(t);
	const source = {read: () => Promise.reject(new Error('broken'))};
	registry.rememberGeneration({names: ['/log'], fingerprint: {isCopiedBy: () => source.read()} as never});
	const file = {path: '/log.1', source, size: 10, head: Buffer.from('a line\n')};
	await t.throwsAsync(examine(registry, file, {} as never), {message: 'broken'});
});
