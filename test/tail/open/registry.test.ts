import {type BigIntStats, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import type {Identity} from '../../../source/tail/files/open-file.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {Registry} from '../../../source/tail/open/registry.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {temporaryDirectory} from '../../helpers/temporary-directory.js';

/** The fields that the registry uses. */
function statsOf(ino: number, size: number, birth = 1): BigIntStats {
	return {dev: 1n, ino: BigInt(ino), size: BigInt(size), birthtimeNs: BigInt(birth)} as BigIntStats;
}

function identity(ino: number): Identity {
	return `1:${BigInt(ino)}`;
}

test('fault 12: an ended file is recognised by its inode and creation time, unless it is shorter', t => {
	const registry = new Registry();
	const fingerprint = new Fingerprint();
	const ended = {birth: 1n, size: 100, fingerprint};
	registry.remember(identity(7), ended);
	t.is(registry.whenEnded(statsOf(7, 100)), ended);
	t.is(registry.whenEnded(statsOf(7, 200)), ended);
	t.is(registry.whenEnded(statsOf(7, 99)), undefined, 'truncated');
	t.is(registry.whenEnded(statsOf(7, 100, 2)), undefined, 'another file');
	t.is(registry.whenEnded(statsOf(8, 100)), undefined);
	registry.remember(identity(7), {birth: 1n, size: 200, fingerprint});
	t.is(registry.whenEnded(statsOf(7, 200))?.size, 200, 'as it was last');
});

test('fault 47: the last 1000 ended files are remembered', t => {
	const registry = new Registry();
	const fingerprint = new Fingerprint();
	for (let ino = 0; ino < 1200; ino++) {
		registry.remember(identity(ino), {birth: 1n, size: 0, fingerprint});
	}
	// This inode is reused.
	registry.remember(identity(200), {birth: 1n, size: 0, fingerprint});
	registry.remember(identity(1200), {birth: 1n, size: 0, fingerprint});
	const known = Array.from({length: 1201}, (_, ino) => registry.whenEnded(statsOf(ino, 0)) !== undefined);
	t.deepEqual([known.indexOf(true), known.filter(Boolean).length], [200, 1000]);
	t.false(known[201]);
});

test("fault 18: a file is found by its identity until it is removed, and a removal doesn't affect its successor", async t => {
	const context = makeTailContext(t);
	const {registry} = context;
	const path = join(temporaryDirectory(t), 'access.log');
	writeFileSync(path, '');
	const file = await openTailedFile(context, path, () => 0, undefined);
	const again = await openTailedFile(context, path, () => 0, undefined);
	if (file === undefined) {
		return t.fail();
	}
	t.is(again, file, 'opened once');
	t.is(registry.find(file.identity), file);
	t.deepEqual([...registry.files], [file]);
	file.end();
	t.is(registry.find(file.identity), undefined);
	const next = await openTailedFile(context, path, () => 0, undefined);
	registry.remove(file);
	t.is(registry.find(file.identity), next);
});
