import {
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {begin} from '../../../../source/fleet/ship/checkpoints/begin.js';
import {CheckpointFile, makeFolder} from '../../../../source/fleet/ship/checkpoints/checkpoint-file.js';
import {temporaryDirectory} from '../../../helpers/temporary-directory.js';

test('loads a saved checkpoint; only the user can read it, and no other file remains', async t => {
	const folder = join(temporaryDirectory(t), 'state');
	await makeFolder(folder);
	const file = new CheckpointFile(folder);
	t.is(await file.load('web', 'there'), undefined);
	const checkpoint = await begin(undefined, 'web', 'there', [folder]);
	await file.save(checkpoint);
	await file.save({...checkpoint, saved: 5});
	t.deepEqual(await file.load('web', 'there'), {...checkpoint, saved: 5});
	t.deepEqual(readdirSync(folder), ['checkpoint.json']);
	t.is(statSync(file.path).mode & 0o777, 0o600);
});

test('explains a checkpoint of a different source or target, and a broken one', async t => {
	const folder = temporaryDirectory(t);
	const file = new CheckpointFile(folder);
	await file.save(await begin(undefined, 'web', 'there', []));
	await t.throwsAsync(file.load('other', 'there'), {
		message: /belongs to shipping web to there: .*--checkpoint/,
	});
	await t.throwsAsync(file.load('web', 'elsewhere'), {message: /--checkpoint/});
	for (const text of ['', '{', 'null', '{"version":2}', '{"version":1,"source":"web","target":"there"}']) {
		writeFileSync(file.path, text);
		await t.throwsAsync(file.load('web', 'there'), {message: /is not a checkpoint of this version/}, text);
	}
});

test('rejects a checkpoint with any value of the wrong type', async t => {
	const folder = temporaryDirectory(t);
	const file = new CheckpointFile(folder);
	const name = {fingerprint: 'ab', ordinal: 0};
	const place = {offset: 10, time: 0, header: {fields: '', date: ''}, inRest: false};
	const log = {
		...{...name, path: '/a.log', identity: null, size: 10, place, seen: 1, isDone: false, modified: null},
		tail: {length: 10, digest: 'cd'},
	};
	const range = {...name, start: 10, end: 20, sum: 7, isCut: false};
	const whole = {
		...{version: 1 as const, source: 'web', target: 'there', saved: 1, logs: [log]},
		beginnings: [{path: '/a.log', begun: 1.5, identity: null}],
		plan: {token: 'web:1', ranges: [range]},
	};
	await file.save(whole);
	t.deepEqual(await file.load('web', 'there'), whole);
	const broken: readonly unknown[] = [
		...[null, 'a', {...log, path: 5}, {...log, identity: 5}, {...log, size: -1}, {...log, place: null}].map(
			of => ({...whole, logs: [of]}),
		),
		...[{offset: -1}, {offset: 1e300}, {time: null}, {header: null}, {header: {fields: ''}}].map(of => ({
			...whole,
			logs: [{...log, place: {...place, ...of}}],
		})),
		...[{tail: null}, {tail: {length: 2 ** 40, digest: ''}}, {seen: 'now'}, {isDone: 1}, {modified: '1'}].map(
			of => ({...whole, logs: [{...log, ...of}]}),
		),
		...[null, {path: '/a.log', begun: null, identity: null}].map(of => ({...whole, beginnings: [of]})),
		...[5, {ranges: [range]}, {token: 'web:1', ranges: [null]}].map(plan => ({...whole, plan})),
		...[{start: -5}, {end: 9}, {sum: '7'}, {isCut: null}, {ordinal: 0.5}].map(of => ({
			...whole,
			plan: {...whole.plan, ranges: [{...range, ...of}]},
		})),
	];
	for (const checkpoint of broken) {
		const text = JSON.stringify(checkpoint);
		writeFileSync(file.path, text);
		await t.throwsAsync(file.load('web', 'there'), {message: /is not a checkpoint of this version/}, text);
	}
});

test('added paths begin when they are added', async t => {
	const before = await begin(undefined, 'web', 'there', ['/a']);
	const after = await begin(
		{...before, beginnings: [{path: '/a', begun: 5, identity: null}]},
		'web',
		'there',
		['/a', '/b'],
	);
	t.deepEqual(
		after.beginnings.map(({path}) => path),
		['/a', '/b'],
	);
	t.is(after.beginnings[0]?.begun, 5);
	t.true((after.beginnings[1]?.begun ?? 0) > 5);
});

test('a directory or pattern matches its logs without rotated ones; older files are skipped', async t => {
	const folder = temporaryDirectory(t);
	for (const name of ['access.log', 'access.log.1', 'access.log.2.gz', 'b.log', 'b-2026-11-20.log']) {
		writeFileSync(join(folder, name), 'x\n');
	}
	utimesSync(join(folder, 'b.log'), 5, 5);
	const {beginnings} = await begin(undefined, 'web', 'there', [folder, join(folder, '*.log')]);
	t.deepEqual(
		beginnings.map(({path}) => path),
		[join(folder, 'access.log'), join(folder, 'b.log')],
	);
	t.is(beginnings[1]?.begun, 5000);
});

test('neither reads nor writes a checkpoint through a link, and fails if the folder can’t be created', async t => {
	const folder = temporaryDirectory(t);
	const [target, file] = [join(folder, 'target'), new CheckpointFile(folder)];
	const checkpoint = await begin(undefined, 'web', 'there', []);
	await file.save(checkpoint);
	renameSync(file.path, target);
	symlinkSync(target, file.path);
	await t.throwsAsync(file.load('web', 'there'), {message: /can't be read: too many symbolic links/});
	await t.throwsAsync(file.save({...checkpoint, saved: 5}), {message: /it is not a regular file/});
	t.false(readFileSync(target, 'utf8').includes('"saved":5'));
	await t.throwsAsync(makeFolder(join(target, 'below')), {
		message: /no checkpoint can be kept in .*; give another folder with --checkpoint/,
	});
});
