import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {ContentGuard} from '../../source/bytes/content-guard.js';
import {LogLife} from '../../source/bytes/log-life.js';
import {OpenFile} from '../../source/bytes/open-file.js';
import {endTruncated} from '../../source/bytes/truncation.js';
import {makeStage} from '../helpers/make-stage.js';
import {memorySource} from '../helpers/memory-source.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const old = Array.from({length: 30}, (_, n) => `${n} a line of a log\n`).join('');

test('fault 27: while the copy is looked for it is known to be one', async t => {
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(`${path}.1`, old);
	const source = memorySource(() => old);
	const originals: Array<string | undefined> = [];
	const stage = makeStage(t, {
		async open(candidate) {
			// As when its own path is looked at just now.
			originals.push(await stage.registry.originalOf(candidate, source, old.length));
			return OpenFile.open(candidate);
		},
	});
	const guard = new ContentGuard();
	await guard.advance(source, old.length);
	const life = new LogLife({
		id: 0,
		path,
		startSize: 0,
		continues: false,
		identity: '1:1',
		size: old.length,
		source,
		onFailure() {},
		onSuccess() {},
	});
	await endTruncated(stage, life, {told: life, names: [path], guard, size: 0});
	t.deepEqual(originals, [path]);
	t.is(await life.read(Buffer.alloc(1000), 0), old.length, 'read from the copy');
	t.false(life.gone);
});
