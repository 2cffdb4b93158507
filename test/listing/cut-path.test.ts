import test from 'ava';
import fc from 'fast-check';
import stringWidth from 'string-width';
import {cutPath, cutPathApart, directoryOfAll} from '../../source/listing/cut-path.js';
import {sanitise} from '../../source/listing/sanitise.js';

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

test('a path is never wider than asked for, and ends as it did', t => {
	fc.assert(
		fc.property(
			fc.string({unit: 'grapheme', maxLength: 60}),
			fc.integer({min: 1, max: 80}),
			(text, width) => {
				const path = sanitise(text);
				const cut = cutPath(path, width);
				t.true(stringWidth(cut) <= width);
				t.true(path.endsWith(cut.replace(/^…/, '')));
			},
		),
	);
});

test('a megabyte takes no time', t => {
	t.is(cutPath('/'.repeat(1_000_000), 5), '…////');
});

test('of files with one name, the directories that tell them apart stay', t => {
	const paths = [1, 2, 3].map(n => `/logs/web${n}/access.log.1`);
	const directory = directoryOfAll(paths);
	t.is(directory, '/logs/');
	t.deepEqual(
		[30, 19, 13, 10].map(width => cutPathApart('/logs/web1/access.log.1', width, directory)),
		['/logs/web1/access.log.1', '…/web1/access.log.1', '…/web1/acces…', '…/web1/ac…'],
	);
	t.is(directoryOfAll(['/logs/access.log', '/logs/error.log']), '');
	t.is(directoryOfAll(['/logs/access.log']), '');
	t.is(directoryOfAll(['/a/x.log', 'b/x.log']), '');
	t.is(directoryOfAll(['/a/x.log', '/b/x.log']), '/');
	t.is(cutPathApart('/elsewhere/access.log', 12, directory), '…/access.log');
});
