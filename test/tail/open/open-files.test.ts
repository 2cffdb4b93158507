import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import type {Identity} from '../../../source/tail/files/open-file.js';
import {OpenFiles} from '../../../source/tail/open/registry.js';
import {unrotatedPaths} from '../../../source/tail/rotation/rotated-files.js';
import {forAll} from '../../helpers/for-all.js';

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
