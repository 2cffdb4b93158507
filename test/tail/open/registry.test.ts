import assert from 'node:assert/strict';
import type {BigIntStats} from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import type {Identity} from '../../../source/tail/files/open-file.js';
import {openTailedFile} from '../../../source/tail/open/open-tailed-file.js';
import {OpenFiles, Registry} from '../../../source/tail/open/registry.js';
import {Fingerprint} from '../../../source/tail/rotation/fingerprint.js';
import {unrotatedPaths} from '../../../source/tail/rotation/rotated-files.js';
import {forAll} from '../../helpers/for-all.js';
import {makeTailContext} from '../../helpers/make-tail-context.js';
import {temporaryLog} from '../../helpers/temporary-directory.js';

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
	const {path} = temporaryLog(t);
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

type File = {readonly identity: Identity; readonly names: readonly string[]};

const paths = ['/logs/a.log', '/logs/a.log.1', '/logs/a-1.log', '/logs/b.log', '/other/a.log'];

test('fault 18: files are found by identity and by name as in a plain list', t => {
	const file: fc.Arbitrary<File> = fc.record({
		identity: fc.integer({min: 1, max: 4}).map((inode): Identity => `1:${BigInt(inode)}`),
		names: fc.uniqueArray(fc.constantFrom(...paths), {minLength: 1, maxLength: 2}),
	});
	const step = fc.record({file, isNew: fc.boolean(), at: fc.nat()});
	forAll(100, fc.array(step, {maxLength: 20}), steps => {
		const files = new OpenFiles<File>();
		let all: File[] = [];
		const had: File[] = [];
		for (const {file, isNew, at} of steps) {
			const old = had[at % Math.max(1, had.length)];
			if (isNew || old === undefined) {
				files.add(file);
				all = [...all.filter(({identity}) => identity !== file.identity), file];
				had.push(file);
			} else {
				// Includes files that were removed or replaced before.
				files.remove(old);
				all = all.filter(other => other !== old);
			}
		}
		assert.deepEqual(new Set(files.all), new Set(all));
		for (const {identity} of had) {
			assert.equal(
				files.find(identity),
				all.find(file => file.identity === identity),
			);
		}
		for (const path of [...paths, '/logs/./a.log', '/logs/c.log']) {
			const named = all.filter(({names}) => names.includes(path.replace('/./', '/')));
			assert.deepEqual(new Set(files.at(path)), new Set(named));
			const logs = unrotatedPaths(path);
			const unrotated = all.filter(({names}) => names.some(name => logs.includes(name)));
			assert.deepEqual(new Set(files.unrotated(path)), new Set(unrotated));
		}
	});
	t.pass();
});
