import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import {
	isRotatedName,
	uncompressedName,
	unrotatedPaths,
} from '../../../source/tail/rotation/rotated-files.js';
import {forAll} from '../../helpers/for-all.js';

test('fault 6: names given by rotation are recognised', t => {
	for (const [name, log] of [
		['access.log.1', 'access.log'],
		['access.log.12', 'access.log'],
		['access.log-20261120', 'access.log'],
		['access.log-20261120-1', 'access.log'],
		['access.log-2026-11-20T09:03:07', 'access.log'],
		['access.log.2026-11-20', 'access.log'],
		['access.log~1~', 'access.log'],
		['access.log.old', 'access.log'],
		['access.log.prev', 'access.log'],
		['access-20261120.log', 'access.log'],
		['access.1.log', 'access.log'],
		['access_log.1', 'access_log'],
		['access_log-20261120', 'access_log'],
		['.hidden.1', '.hidden'],
	] as const) {
		t.true(isRotatedName(name, log), `${name} of ${log}`);
	}
});

test("names of other files aren't rotated names", t => {
	for (const [name, log] of [
		['access.log', 'access.log'],
		['access.log.1.gz', 'access.log'],
		['access.log.gz', 'access.log'],
		['access.log.swp', 'access.log'],
		['access.log1', 'access.log'],
		['access.log.', 'access.log'],
		['access.log.x1', 'access.log'],
		['access.log.1', 'access.log.1'],
		['access2.log', 'access.log'],
		['shop.access.log.1', 'access.log'],
		['access.log.1', 'shop.access.log'],
		['error.log.1', 'access.log'],
		['access', 'access.log'],
		['', 'access.log'],
	] as const) {
		t.false(isRotatedName(name, log), `${name} of ${log}`);
	}
});

test('a number or date after any name or before its extension makes a rotated name', t => {
	const part = fc.stringMatching(/^[a-z][a-z_-]{0,8}$/);
	forAll(
		100,
		part,
		fc.constantFrom('', '.log', '.txt'),
		fc.constantFrom('.', '-', '_'),
		fc.integer({min: 0, max: 99_991_231}),
		(stem, extension, sign, number) => {
			const log = stem + extension;
			assert.ok(isRotatedName(`${log}${sign}${number}`, log));
			assert.ok(isRotatedName(`${stem}${sign}${number}${extension}`, log));
			assert.ok(!isRotatedName(log, log));
			assert.ok(!isRotatedName(`x${log}${sign}${number}`, log));
			assert.ok(!isRotatedName(`${log}${sign}${number}x`, log));
		},
	);
	t.pass();
});

test('fault 6: a rotated name belongs to the logs whose name it has, with a mark at the end or before the extension', t => {
	const mark = /^(?:[._~-]\d[\d.T:_~-]*|\.(?:old|bak|orig|prev))$/;
	const isMarked = (name: string, log: string): boolean => {
		const dot = log.lastIndexOf('.');
		const [stem, extension] = dot > 0 ? [log.slice(0, dot), log.slice(dot)] : [log, ''];
		const isBehind = name.startsWith(log) && mark.test(name.slice(log.length));
		const isAround = name.startsWith(stem) && name.endsWith(extension) && name.length > log.length;
		const middle = name.slice(stem.length, name.length - extension.length);
		return isBehind || (extension !== '' && isAround && mark.test(middle));
	};
	const piece = fc.constantFrom('a', 'l', '.', '-', '_', '~', '1', '07', 'T', '.old', '.log');
	const name = fc
		.array(piece, {minLength: 1, maxLength: 6})
		.map(pieces => pieces.join(''))
		.filter(name => !/^\.+$/.test(name));
	forAll(2000, name, name, fc.nat(), (log, other, at) => {
		const offset = at % (log.length + 1);
		for (const rotated of [other, log + other, log.slice(0, offset) + other + log.slice(offset)]) {
			const isRotated = isMarked(rotated, log);
			assert.equal(isRotatedName(rotated, log), isRotated, `${rotated} of ${log}`);
			assert.equal(unrotatedPaths(`/logs/${rotated}`).includes(`/logs/${log}`), isRotated);
		}
	});
	t.pass();
});

test('fault 6: uncompressedName() removes the compression extension', t => {
	for (const [name, before] of [
		['access.log.1.gz', 'access.log.1'],
		['access.log-20261120.zst', 'access.log-20261120'],
		['access-20261120.log.xz', 'access-20261120.log'],
		['access.log.2.bz2', 'access.log.2'],
		['access.log.1.Z', 'access.log.1'],
		['access.log.gz', 'access.log'],
		['access.log.1', undefined],
		['.gz', undefined],
		['access.log.1.gz.part', undefined],
		['', undefined],
	] as const) {
		t.is(uncompressedName(name), before);
	}
});
