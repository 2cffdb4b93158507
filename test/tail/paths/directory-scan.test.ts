import {mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {
	looksDelivered,
	looksLikeAccessLog,
	scanDirectory,
} from '../../../source/tail/paths/directory-scan.js';
import {temporaryDirectory, temporaryLog} from '../../helpers/temporary-directory.js';
import {words} from '../../helpers/words.js';

test('fault 27: names of access logs are recognised, including rotated and compressed ones', t => {
	const yes = words`
		access.log access_log access.log.1 shop-access www.log www.log.12 www.log-20261120
		www.log.2026-11-20 access.log.2.gz www.log.gz www.log.12.zst www.log-20261120.xz
		www-20261120.log.bz2 www.log.1.Z U_EX261120.LOG shop.example-ssl_log
		E2EXAMPLE.2026-11-20-09.abcdef01.gz 2026-11-20-09-03-07-0123456789ABCDEF
		shop-2026-11-20-09-03-07-0123456789ABCDEF PT1H.json 09:00:00_09:59:59_S0.json current
		@400000006ae3f1d80c5b2a94.s
	`;
	const no = [
		'error.log',
		'access-error.log',
		'Error_log',
		'.access.log',
		'www.log.swp',
		'error.log.2.gz',
		'www.log.gz.tmp',
		'backup.gz',
		'error.2026-11-20-09.abcdef01.gz',
		'currently',
		'changelog',
		'@400000006ae3f1d80c5b2a94',
		'PT1H.json.swp',
		'catalog',
		'readme.md',
		'',
	];
	t.deepEqual(
		yes.filter(name => !looksLikeAccessLog(name)),
		[],
	);
	t.deepEqual(no.filter(looksLikeAccessLog), []);
});

test('names with a date and an hour may be delivered logs', t => {
	const yes = [
		'shop_usage_2026_11_20_09_00_00_0abc_v0',
		'shop-1-2026-11-20-09-00-00-0a1b2c3d-aaaa-bbbb-cccc-0123456789ab',
		'shop-1-2026-11-20-09-00-00-0a1b2c3d-aaaa-bbbb-cccc-0123456789ab.gz',
		'20261120T090000Z_20261120T090500Z_0a1b2c3d.gz',
		'2026-11-20T09:00:00.000-AbCdEf',
		'shop_123456.esw3c_S.202611200900-1000-0.gz',
		'requests-2026112009.jsonl.zst',
	];
	const no = [
		'messages-20261120',
		'backup-2026-11-20-09.tar.gz',
		'dump_20261120_0900.sql',
		'photo_20261120_090307.jpg',
		'error-2026-11-20-09.json',
		'shop.example',
	];
	t.deepEqual(
		yes.filter(name => !looksDelivered(name)),
		[],
	);
	t.deepEqual(no.filter(looksDelivered), []);
});

/** Creates files, and returns a function that searches their directory and shows paths below it. */
function madeTree(t: ExecutionContext, ...names: readonly string[]) {
	const directory = temporaryDirectory(t);
	const add = (...more: readonly string[]): void => {
		for (const name of more) {
			mkdirSync(dirname(join(directory, name)), {recursive: true});
			writeFileSync(join(directory, name), '');
		}
	};
	add(...names);
	const scan = async (before: readonly string[] = []) => {
		const found = await scanDirectory(
			directory,
			before.map(name => join(directory, name)),
		);
		const shown = (path: string): string => path.replace(directory, '').slice(1);
		return {...found, paths: found.paths.map(shown), directories: found.directories.map(shown)};
	};
	return {directory, add, scan};
}

test('fault 27: the folders of a directory without a log are searched, two levels deep', async t => {
	const pods = 'pods/shop_web-1_0a1b';
	const {scan} = madeTree(
		t,
		...['web1/access.log', 'web1/error.log', 'web1/access.log.1', 'web2/www.log', 'notes.txt'],
		...[`${pods}/0.log`, `${pods}/deeper/1.log`, '.hidden/access.log', 'empty/none.txt'],
	);
	t.deepEqual(await scan(), {
		paths: [`${pods}/0.log`, 'web1/access.log', 'web1/access.log.1', 'web2/www.log'],
		listing: true,
		directories: ['', 'empty', 'pods', 'pods/shop_web-1_0a1b', 'web1', 'web2'],
	});
});

test('folders next to a log aren’t searched: they may have its rotated files', async t => {
	const {scan} = madeTree(t, 'site/access.log', 'site/old/access.log.1', 'site/old/access.log.2.gz');
	t.deepEqual((await scan()).paths, ['site/access.log']);
});

test('a log that is rotated into a folder doesn’t open that folder for the search', async t => {
	const {directory, scan} = madeTree(t, 'site/access.log', 'site/old/access.log.1');
	const {paths} = await scan();
	renameSync(join(directory, 'site', 'access.log'), join(directory, 'site', 'old', 'access.log.2'));
	t.deepEqual((await scan(paths)).paths, []);
});

test('folders are still searched after a log has appeared next to them', async t => {
	const {add, scan} = madeTree(t, 'web1/access.log');
	const {paths} = await scan();
	add('access.log', 'web2/access.log');
	t.deepEqual((await scan(paths)).paths, ['access.log', 'web1/access.log', 'web2/access.log']);
	t.deepEqual((await scan()).paths, ['access.log']);
});

test('links to folders are followed, each folder is read once, and a loop ends', async t => {
	const {directory, scan} = madeTree(t, 'web1/access.log');
	const {directory: elsewhere} = temporaryLog(t);
	symlinkSync(elsewhere, join(directory, 'other'));
	symlinkSync('web1', join(directory, 'a-link-to-web1'));
	symlinkSync('.', join(directory, 'loop'));
	symlinkSync('nowhere', join(directory, 'dangling'));
	t.deepEqual((await scan()).paths, ['other/access.log', 'web1/access.log']);
});

test('a delivered log counts if nothing else in its folder is an access log', async t => {
	const {add, scan} = madeTree(t, 'web/requests-2026-11-20-09.gz', 'web/other.txt');
	t.deepEqual((await scan()).paths, ['web/requests-2026-11-20-09.gz']);
	add('web/access.log');
	t.deepEqual((await scan()).paths, ['web/access.log']);
});

test('without a log, the problem names the skipped files and how to read them', async t => {
	const {directory, add, scan} = madeTree(t);
	const problem = async () => (await scan()).problem?.replaceAll(directory, 'DIR');
	const none = 'no access log in this directory yet';
	t.is(await problem(), `${none} (a name with "access" or ending in .log)`);
	add('error.log');
	t.is(
		await problem(),
		`${none}: passed over error.log, an error log by its name; to read all files there: reqscope 'DIR/*'`,
	);
	add('site/notes', 'site/shop.example');
	t.is(
		await problem(),
		`${none}: passed over error.log, an error log by its name, and notes; to read all files there: reqscope 'DIR/*/*'`,
	);
	rmSync(join(directory, 'error.log'));
	rmSync(join(directory, 'site'), {recursive: true});
	add('y=2026/m=11/d=20/PT1H.json');
	t.is(await problem(), `${none}, nor 2 levels below it; to read the files of all levels: reqscope 'DIR/**'`);
});

test('a directory with too many folders isn’t searched, which is reported', async t => {
	const {directory, scan} = madeTree(t);
	for (let index = 0; index < 1001; index++) {
		mkdirSync(join(directory, `folder-${index}`));
	}
	const {paths, failed, problem} = await scan();
	t.deepEqual([paths, failed], [[], true]);
	t.is(
		problem?.replaceAll(directory, 'DIR'),
		"no access log in this directory, and more than 1000 folders; to search them: reqscope 'DIR/*/*.log'",
	);
});
