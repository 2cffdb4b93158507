import {spawnSync} from 'node:child_process';
import {appendFileSync, cpSync, renameSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';
import test from 'ava';
import {compress, compressions, endings} from '../helpers/compressed.js';
import {readJsonEntries} from '../helpers/json-entry.js';
import {numberedLines} from '../helpers/log-lines.js';
import {openProgram, runProgram, startProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const lines = numberedLines(100);
const text = lines.join('');

for (const form of ['--json', '--csv', '--text', '--raw', '--count']) {
	test.serial(`fault 26: ${form} prints the same for an archive as for the log`, async t => {
		const {directory: cwd} = temporaryLog(t, text);
		const plain = await runProgram(t, [form, 'access.log'], {cwd});
		t.true(plain.stdout.length > 0);
		for (const compression of compressions) {
			writeFileSync(join(cwd, 'old'), compress(compression, text));
			const archive = await runProgram(t, [form, 'old'], {cwd});
			t.is(archive.status, 0, archive.stderr);
			t.is(archive.stderr, '', compression);
			const nameless = (printed: string): string => printed.replaceAll(/access\.log|old/g, 'FILE');
			t.is(nameless(archive.stdout), nameless(plain.stdout), `${form} ${compression}`);
		}
	});
}

test.serial('fault 26: a truncated archive is reported, and is a failure', async t => {
	const cwd = temporaryDirectory(t);
	// Stored, not deflated: the missing part is exactly as long as its text.
	writeFileSync(
		join(cwd, 'cut.gz'),
		gzipSync(text, {level: 0}).subarray(0, -8 - (lines[99]?.length ?? 0) - 5),
	);
	const cut = await runProgram(t, ['--json', 'cut.gz'], {cwd});
	t.is(cut.status, 1);
	t.is(readJsonEntries(cut.stdout).length, 99);
	t.regex(
		cut.stderr,
		/^reqscope: cut\.gz: ends in the middle, after \d+ bytes of text: the rest is missing\.\n$/m,
	);
	t.is(cut.stderr.split('ends in the middle').length, 2, 'once');

	writeFileSync(join(cwd, 'other.lz4'), Buffer.from('04224d1864400000', 'hex'));
	const refused = await runProgram(t, ['--json', 'other.lz4'], {cwd});
	t.is(refused.status, 1);
	t.is(refused.stderr, 'reqscope: other.lz4: lz4-compressed; read it with: lz4cat FILE | reqscope -\n');
});

test.serial(
	'fault 26: in a directory, only an unreadable file is a failure, not an unsupported one',
	async t => {
		const {directory: cwd} = temporaryLog(t, text);
		writeFileSync(join(cwd, 'access.log.2.lz4'), Buffer.from('04224d1864400000', 'hex'));
		for (const path of ['.', '*.*']) {
			const {status, stdout, stderr} = await runProgram(t, ['--count', path], {cwd});
			t.is(status, 0);
			t.is(stdout, '100 results found\n');
			t.is(stderr, 'reqscope: access.log.2.lz4: lz4-compressed; read it with: lz4cat FILE | reqscope -\n');
		}
		t.is((await runProgram(t, ['--count', 'access.log', 'access.log.2.lz4'], {cwd})).status, 1);
		writeFileSync(join(cwd, 'access.log.3.gz'), gzipSync(numberedLines(9, 1000).join('')).subarray(0, -9));
		t.is((await runProgram(t, ['--count', '.'], {cwd})).status, 1);
	},
);

test.serial('fault 26: following prints no entry of an archive as new', async t => {
	const {directory: cwd, path} = temporaryLog(t);
	writeFileSync(join(cwd, 'access.log.2.gz'), gzipSync(lines.slice(0, 50).join('')));
	const all = startProgram(t, ['--follow', '--json', '.'], {cwd});
	t.is((await all.lines(50)).length, 50);
	const fresh = startProgram(t, ['--follow', '--no-past', '--json', '.'], {cwd});
	appendFileSync(path, lines[60] ?? '');
	t.regex((await all.lines(51)).at(-1) ?? '', /"url":"\/n\/60"/);
	for (let n = 61; ; n++) {
		// Until it follows, it treats all content as existing.
		appendFileSync(path, numberedLines(1, n).join(''));
		const first = await Promise.race([
			fresh.lines(1),
			new Promise<undefined>(resolve => {
				setTimeout(resolve, 200, undefined);
			}),
		]);
		if (first !== undefined) {
			t.regex(first[0] ?? '', /"url":"\/n\/(?:[6-9]\d|\d{3,})"/);
			break;
		}
	}
});

for (const compression of compressions) {
	test.serial(
		`fault 27: a rotated and compressed log stays on the screen, each line once (${compression})`,
		async t => {
			const ending = endings[compression];
			const {directory: cwd, path} = temporaryLog(t, lines.slice(0, 60));
			const terminal = openProgram(t, [cwd], {cwd});
			await terminal.waitFor('60 results found');
			renameSync(path, `${path}.1`);
			writeFileSync(path, lines.slice(60, 70).join(''));
			await terminal.waitFor('70 results found');
			writeFileSync(`${path}.1${ending}`, compress(compression, lines.slice(0, 60).join('')));
			rmSync(`${path}.1`);
			// Written before watching began. It appears with its old time, because with a new time it would be a missed
			// rotation.
			const old = join(temporaryDirectory(t), 'old');
			writeFileSync(old, compress(compression, numberedLines(5, 1000).join('')));
			utimesSync(old, 1_700_000_000, 1_700_000_000);
			renameSync(old, `${path}.2${ending}`);
			await terminal.waitFor('75 results found');
			appendFileSync(path, lines.slice(70, 80).join(''));
			// No other file is next to it.
			const screen = await terminal.waitFor(shown => shown[2] === '85 results found');
			t.false(
				screen.some(line => line.includes(ending)),
				'and without a notice',
			);
		},
	);
}

for (const compression of compressions) {
	for (const past of [true, false]) {
		test.serial(
			`--follow prints entries appended to an archive, ${past ? 'after' : 'without'} the existing ones (${compression})`,
			async t => {
				const cwd = temporaryDirectory(t);
				const path = join(cwd, `access.log${endings[compression]}`);
				const other = join(cwd, 'other.log');
				writeFileSync(path, compress(compression, `unreadable\n${lines.slice(0, 10).join('')}`));
				writeFileSync(other, '');
				const args = ['--csv', '--follow', '--columns', 'url', ...(past ? [] : ['--no-past']), path, other];
				const running = startProgram(t, args, {cwd});
				const before = past ? 10 : 0;
				await running.lines(1 + before);
				appendFileSync(other, numberedLines(1, 1000).join(''));
				// By then, the existing files have been polled.
				await running.lines(2 + before);
				for (const from of [10, 12]) {
					appendFileSync(path, compress(compression, lines.slice(from, from + 2).join('')));
					await running.lines(before + from - 6);
				}
				running.process.kill('SIGINT');
				const {stdout, stderr} = await running.ended;
				const urls = stdout.split('\n').filter(line => /^\/n\/\d\d?$/.test(line));
				t.deepEqual(
					urls,
					lines.slice(past ? 0 : 10, 14).map((_, n) => `/n/${n + (past ? 0 : 10)}`),
				);
				t.is(stderr, past ? '1 line not recognised\n' : '');
			},
		);
	}
}

for (const compression of compressions) {
	const ending = endings[compression];

	test.serial(
		`fault 27: archives with the same beginning are all read, with --follow too (${compression})`,
		async t => {
			const cwd = temporaryDirectory(t);
			const begin = lines.slice(0, 15).join('');
			const logs = [20, 30, 40].map((from, n) => begin + lines.slice(from, from + 3 - n).join(''));
			writeFileSync(join(cwd, 'access.log'), logs[0] ?? '');
			writeFileSync(join(cwd, `access.log.2${ending}`), compress(compression, logs[1] ?? ''));
			writeFileSync(join(cwd, `access.log.3${ending}`), compress(compression, logs[2] ?? ''));
			const once = await runProgram(t, ['--count', '.'], {cwd});
			t.deepEqual([once.stdout, once.stderr], ['51 results found\n', '']);
			const following = startProgram(t, ['--json', '--follow', '.'], {cwd});
			t.is((await following.lines(51)).length, 51);
			following.process.kill('SIGINT');
			t.is((await following.ended).stderr, '');
		},
	);

	test.serial(
		`fault 27: the screen reports an archive that is skipped as a copy of a shorter log (${compression})`,
		async t => {
			const cwd = temporaryDirectory(t);
			const log = lines.slice(0, 20).join('');
			writeFileSync(join(cwd, 'access.log'), log);
			writeFileSync(join(cwd, `access.log.2${ending}`), compress(compression, text));
			utimesSync(join(cwd, `access.log.2${ending}`), 1, 1);
			const terminal = openProgram(t, ['.'], {cwd, columns: 160});
			await terminal.waitFor('20 results found');
			const said = 'starts with the same bytes as access.log, so it is treated as the same log and not read';
			await terminal.waitFor(`access.log.2${ending}: ${said}`);
			const shown = await terminal.press('!Z', /^━ ! {2}Notices/m);
			t.true(shown.join('\n').includes(said), shown.join('\n'));
		},
	);

	test.serial(
		`fault 27: --follow reports an archive that is skipped as a copy of a shorter log (${compression})`,
		async t => {
			const cwd = temporaryDirectory(t);
			const log = lines.slice(0, 20).join('');
			writeFileSync(join(cwd, 'access.log'), log);
			writeFileSync(join(cwd, `access.log.2${ending}`), compress(compression, text));
			writeFileSync(join(cwd, `access.log.3${ending}`), compress(compression, lines.slice(0, 18).join('')));
			for (const name of [`access.log.2${ending}`, `access.log.3${ending}`]) {
				utimesSync(join(cwd, name), 1, 1);
			}
			const following = startProgram(t, ['--json', '--follow', '.'], {cwd});
			let said = '';
			following.process.stderr?.on('data', (bytes: string) => {
				said += bytes;
			});
			await following.lines(20);
			await waitFor(() => said.includes('\n'));
			following.process.kill('SIGINT');
			const {stderr} = await following.ended;
			t.is(
				stderr,
				`reqscope: access.log.2${ending}: starts with the same bytes as access.log, so it is treated as the same log and not read, although it has ${text.length} bytes of text and not ${log.length}. To read it, pass it alone.\n`,
			);
		},
	);
}

/** Three requests, compressed with xz. */
const threeLines = Buffer.from(
	'/Td6WFoAAAFpIt42AgAhARYAAAB0L+Wj4ADdAFRdABkMArc3jZbzpnFqTNNUd6l5RXw6+ZbxHFjffd16zWu/jb7sI9QeRaeN6zrdvIxwMD7fWCQI9HpnvRvMCYB73o1OAbsHafHK1sxIsyS+hPd5Mw4AAABUhmo8AAFs3gEAAAChvRoyPjANiwIAAAAAAVla',
	'base64',
);

test.serial('the decoder of xz is loaded only for an archive; without it the archive is refused', t => {
	const {directory: cwd} = temporaryLog(t, text);
	writeFileSync(join(cwd, 'old.gz'), gzipSync(numberedLines(9, 1000).join('')));
	writeFileSync(join(cwd, 'old.xz'), threeLines);
	cpSync(join('build', 'bundle'), join(cwd, 'bundle'), {recursive: true});
	const count = (...paths: readonly string[]) => {
		const args = [join('bundle', 'cli.cjs'), '--no-config', '--count', ...paths];
		const {stdout, stderr, status} = spawnSync(process.execPath, args, {cwd, encoding: 'utf8'});
		return [stdout, stderr, status];
	};
	t.deepEqual(count('old.xz'), ['3 results found\n', '', 0]);
	const problem = "xz-compressed in a way that isn't decoded; read it with: xzcat FILE | reqscope -";
	for (const name of ['archives.wasm', 'decoding-thread.cjs']) {
		rmSync(join(cwd, 'bundle', name));
		t.deepEqual(count('access.log', 'old.gz'), ['109 results found\n', '', 0]);
		t.deepEqual(count('access.log', 'old.xz'), ['100 results found\n', `reqscope: old.xz: ${problem}\n`, 1]);
	}
});
