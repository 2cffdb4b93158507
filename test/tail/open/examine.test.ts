import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {examine} from '../../../source/tail/open/generation.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {Extent} from '../../../source/tail/rotation/fingerprint-index.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {memorySource} from '../../helpers/memory-source.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

const old = Array.from({length: 30}, (_, n) => `${n} 9:03:07 a line of a log\n`).join('');

test('a file is classified by its first bytes, or as a copy of another log', async t => {
	const context = makeTailContext(t);
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, old);
	const file = await openTailedFile(context, path, () => 0, undefined);
	if (file === undefined) {
		return t.fail();
	}
	file.hold(t);
	await file.poll();
	const verdict = (
		of: string,
		content: string | Buffer,
		{identity = '1:1', isOwn = false}: {readonly identity?: string; readonly isOwn?: boolean} = {},
	) =>
		examine(
			context.fingerprintIndex,
			{
				...{path: of, identity, birth: 0n, size: content.length, isAskedFor: false},
				source: memorySource(() => content),
				head: Buffer.from(content).subarray(0, 1024),
			},
			isOwn,
		);
	t.is(await verdict(`${path}.1`, old, {identity: file.identity}), 'text', 'no log is a copy of itself');
	t.is(await verdict(`${path}.1`, 'another\n'), 'text');
	t.is(await verdict(`${path}.1`, Buffer.from([0xfd])), 'undecided');
	t.deepEqual(await verdict(`${path}.1`, Buffer.from([0x7f, 0x45, 0x4c, 0x46])), {
		state: 'foreign',
		problem: 'a program, not text',
	});
	file.end();
	t.deepEqual(await verdict(`${path}.1`, old), {state: 'copy', problem: `a copy of ${path}`});
	t.is(await verdict(`${path}.1`, old, {isOwn: true}), 'text', 'a file that was read before is not a copy');
	t.deepEqual(await verdict(`${path}.another name`, old), {state: 'copy', problem: `a copy of ${path}`});
	t.is(await verdict(path, old), 'text', 'it replaces the log at its path');
});

test("fault 33: a file that can't be read isn't classified", async t => {
	const {fingerprintIndex} = makeTailContext(t);
	const head = Buffer.from('a line\n');
	const fingerprint = new Fingerprint();
	await fingerprint.advance(
		memorySource(() => head),
		head.length,
	);
	const extent = new Extent();
	const beginning = fingerprint;
	fingerprintIndex.remember({
		...{path: '/log', identity: '1:1', isArchive: false},
		...{beginning, fingerprint, extent},
	});
	const source = {read: () => Promise.reject(new Error('broken'))};
	const file = {
		path: '/log.1',
		identity: '1:2',
		birth: 0n,
		source,
		size: head.length,
		head,
		isAskedFor: false,
	};
	await t.throwsAsync(examine(fingerprintIndex, file), {message: 'broken'});
});
