import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {commonPathOf, cutPath, cutPathApart} from '../../source/format/cut-path.js';
import {sanitise} from '../../source/format/sanitise.js';
import {forAll} from '../helpers/for-all.js';

for (const [path, width, cut] of [
	['/var/log/access.log', 19, '/var/log/access.log'],
	['/var/log/access.log', 18, '…/log/access.log'],
	['/var/log/access.log', 12, '…/access.log'],
	['/var/log/access.log', 11, '…access.log'],
	['/var/log/access.log', 10, '…ccess.log'],
	['/var/log/nginx/', 8, '…/nginx/'],
	['access.log', 5, '….log'],
	['/日本/語', 4, '…/語'],
	['/日本/語', 3, '…語'],
	['/日本/語', 2, '…'],
	['abc', 0, ''],
] as const) {
	test(`${path} in ${width} columns`, t => {
		t.is(cutPath(path, width), cut);
	});
}

test('a path never exceeds the width, and keeps its end', t => {
	forAll(100, fc.string({unit: 'grapheme', maxLength: 60}), fc.integer({min: 1, max: 80}), (text, width) => {
		const path = sanitise(text);
		const cut = cutPath(path, width);
		t.true(stringWidth(cut) <= width);
		t.true(path.endsWith(cut.replace(/^…/, '')));
	});
});

test('cuts a path of a megabyte quickly', t => {
	t.is(cutPath('/'.repeat(1_000_000), 5), '…////');
});

test('for files with the same name, the distinguishing directories stay', t => {
	const paths = [1, 2, 3].map(n => `/logs/web${n}/access.log.1`);
	const apart = commonPathOf(paths);
	t.deepEqual(apart, {directory: '/logs/', isOneName: true});
	t.deepEqual(
		[30, 19, 13, 10].map(width => cutPathApart('/logs/web1/access.log.1', width, apart)),
		['/logs/web1/access.log.1', '…/web1/access.log.1', '…/web1/acces…', '…/web1/ac…'],
	);
	t.is(commonPathOf(['/logs/access.log', '/logs/error.log']), undefined);
	t.is(commonPathOf(['/logs/access.log']), undefined);
	t.is(commonPathOf(['/a/x.log', '/b/x.log'])?.directory, '/');
	t.is(cutPathApart('/a/access.log', 9, commonPathOf(['/a/access.log', '/b/access.log'])), '/a/acces…');
	t.is(cutPathApart('/elsewhere/access.log', 12, apart), '…/access.log');
});

test('relative paths that begin differently keep their beginnings', t => {
	const paths = [1, 2, 3].map(n => `web${n}/log/access.log`);
	const apart = commonPathOf(paths);
	t.deepEqual(apart, {directory: '', isOneName: true});
	for (const width of [19, 14, 6]) {
		t.is(new Set(paths.map(path => cutPathApart(path, width, apart))).size, paths.length);
	}
	t.is(cutPathApart('web1/log/access.log', 14, apart), 'web1/log/acce…');
	t.deepEqual(commonPathOf(['/a/x.log', 'b/x.log']), {directory: '', isOneName: true});
	const rotated = commonPathOf(paths.flatMap(path => [path, `${path}.1`]));
	t.is(cutPathApart('web2/log/access.log.1', 16, rotated), 'web2/log/….log.1');
});

test('for the same rotated files of several servers, the server and the end of the name stay', t => {
	const paths = [1, 2].flatMap(n => [`/logs/web${n}/access.log`, `/logs/web${n}/access.log.1`]);
	const apart = commonPathOf(paths);
	t.deepEqual(apart, {directory: '/logs/', isOneName: false});
	for (const [width, first, second] of [
		[30, '/logs/web1/access.log', '/logs/web1/access.log.1'],
		[18, '…/web1/access.log', '…/web1/access.…g.1'],
		[13, '…/web1/…s.log', '…/web1/…log.1'],
		[10, '…/web1/…og', '…/web1/….1'],
		[7, '…/web1…', '…/web1…'],
	] as const) {
		t.deepEqual(
			[cutPathApart(paths[0] ?? '', width, apart), cutPathApart(paths[1] ?? '', width, apart)],
			[first, second],
		);
	}
	// Their names differ, so they don't share a path.
	t.is(commonPathOf(['/logs/web1/access.log', '/logs/web1/access.log.1']), undefined);
});
