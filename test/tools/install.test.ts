import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import test from 'ava';
import {isInstalled} from '../helpers/shell.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

const tools = ['curl', 'tar', 'xz'].every(name => isInstalled(name, '--version'));
const runs = tools && process.platform !== 'win32' ? test : test.skip;

function writeProgram(path: string, ...lines: readonly string[]): void {
	writeFileSync(path, `#!/bin/sh\n${lines.join('\n')}\n`);
	chmodSync(path, 0o755);
}

/** Creates a folder like a release page. Returns functions that publish a program, and that install the published program. */
function releasePage(folder: string) {
	const target = `${process.platform}-${process.arch}`;
	const page = join(folder, 'latest', 'download');
	const content = join(folder, `reqscope-${target}`);
	const bin = join(folder, 'bin');
	for (const path of [page, content, bin]) {
		mkdirSync(path, {recursive: true});
	}
	const archive = join(page, `reqscope-${target}.tar.xz`);
	writeFileSync(join(content, 'reqscope.1'), '.TH REQSCOPE 1\n');
	// The script refuses to run as root, as tests may.
	writeProgram(join(bin, 'id'), 'echo 1000');
	return {
		archive,
		publish(...program: readonly string[]) {
			writeProgram(join(content, 'reqscope'), ...program);
			spawnSync('tar', ['-cJf', archive, `reqscope-${target}`], {cwd: folder});
			const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
			writeFileSync(join(page, 'SHA256SUMS'), `${sum}  reqscope-${target}.tar.xz\n`);
		},
		install() {
			const env = {
				PATH: `${bin}:${process.env.PATH}`,
				HOME: folder,
				REQSCOPE_RELEASES: pathToFileURL(folder).href,
			};
			return spawnSync('sh', ['tools/release/install.sh'], {env, encoding: 'utf8'});
		},
	};
}

runs('install.sh installs the program, and replaces it by nothing that is damaged or doesn’t run', t => {
	const folder = temporaryDirectory(t);
	const program = join(folder, '.local', 'bin', 'reqscope');
	const {archive, publish, install} = releasePage(folder);
	publish('echo 1.0.0');
	t.regex(install().stdout, /^installed reqscope 1\.0\.0 as .*\/\.local\/bin\/reqscope, and its manual in /m);
	t.true(existsSync(join(folder, '.local', 'share', 'man', 'man1', 'reqscope.1')));

	publish('exit 127');
	const broken = install();
	t.is(broken.status, 1);
	t.regex(broken.stderr, /reqscope can't run on this system/);

	publish('echo 2.0.0');
	writeFileSync(archive, 'other');
	const damaged = install();
	t.is(damaged.status, 1);
	t.regex(damaged.stderr, /is damaged or replaced/);
	t.is(spawnSync(program, {encoding: 'utf8'}).stdout, '1.0.0\n');
	t.false(existsSync(`${program}.new`));
});
