import {execFileSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import test from 'ava';
import {startCommand} from './helpers/program.js';
import {isInstalled} from './helpers/shell.js';
import {temporaryDirectory} from './helpers/temporary-directory.js';
import {words} from './helpers/words.js';

type Packed = {
	readonly filename: string;
	readonly size: number;
	readonly unpackedSize: number;
	readonly files: ReadonlyArray<{readonly path: string}>;
};

function pack(...options: readonly string[]): Packed {
	// The packed files already exist: the scripts would build them again, during the running tests.
	const out = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--silent', ...options], {
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
	const [packed]: Packed[] = JSON.parse(out);
	if (packed === undefined) {
		throw new Error('npm pack said nothing');
	}
	return packed;
}

/** The program, the files that it reads, and the licences of its packages. */
const expected = [
	...['archives.wasm', 'cli.cjs', 'client-engine.cjs', 'decoding-thread.cjs', 'kernel.wasm', 'layout.wasm'],
	...words`commands.md launch-thread.cjs licences.txt backfill-thread.cjs names.json program.cjs regexp-engine.cjs`,
	...['reqscope.1', 'storefront.log.br', 'version.txt', 'zstd.wasm'],
].map(file => `build/bundle/${file}`);

test('the package contains only files needed to run', t => {
	const {files, size, unpackedSize} = pack('--dry-run');
	t.deepEqual(
		files.map(({path}) => path).sort(),
		[...expected, 'license', 'package.json', 'readme.md'].sort(),
	);
	t.log(
		`${(size / 1000).toFixed(0)} kB packed, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked, ${files.length} files`,
	);
	t.true(size < 1_180_000, `${size} bytes`);
});

test('packages are bundled with the changes of tools/rewrites.js', t => {
	const program = readFileSync('build/bundle/program.cjs', 'utf8');
	t.false(program.includes('Intl.Segmenter'), 'it takes 10 ms of the start');
	t.false(program.includes('__toESM(require_react()'), 'it would list the exports of React 70 times');
});

test('licences.txt has the text of every licence', t => {
	const parts = readFileSync('build/bundle/licences.txt', 'utf8').split(`\n${'-'.repeat(80)}\n`);
	t.true(parts.length > 40);
	t.true(parts.some(part => part.trim().startsWith('assemblyscript ')));
	for (const part of parts) {
		const [name = ''] = part.trim().split('\n');
		t.regex(part, /Permission|Redistribution|TERMS AND CONDITIONS|free and unencumbered/i, name);
	}
	const yoga = parts.find(part => part.trim().startsWith('yoga-layout ')) ?? '';
	t.regex(yoga, /Copyright \(c\) Meta Platforms, Inc\. and affiliates\.\n\nPermission is hereby granted/);
});

test('the sample container installs this version', t => {
	const {version}: {version: string} = JSON.parse(readFileSync('package.json', 'utf8'));
	const container = readFileSync('samples/reqscope-ship.containerfile', 'utf8');
	t.true(container.includes(`ARG VERSION=${version}\n`));
	t.regex(container, /npm install [^&]*--ignore-scripts reqscope@\$VERSION /);
});

const workflows = readdirSync('.github/workflows').map(
	name => [name, readFileSync(join('.github/workflows', name), 'utf8')] as const,
);

test('workflows pin every action by its commit', t => {
	const used = workflows.flatMap(([, text]) =>
		[...text.matchAll(/uses: *(.*)/g)].map(([, action = '']) => action),
	);
	t.true(used.length >= 4);
	for (const action of used) {
		t.regex(action, /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	}
});

test('the single files of a release are built with the Node that they contain', t => {
	const release = workflows.find(([name]) => name === 'release.yml')?.[1] ?? '';
	const [, version] = /nodeVersion = '([\d.]+)'/.exec(readFileSync('tools/single-file.js', 'utf8')) ?? [];
	t.regex(release, new RegExp(`^ {10}node-version: ${version}$`, 'm'));
});

test('a release is tested first, and published by a job that runs no code of packages', t => {
	const release = workflows.find(([name]) => name === 'release.yml')?.[1] ?? '';
	t.notRegex(release, /secrets\.|NPM_TOKEN|NODE_AUTH_TOKEN/, 'no token but that of the run');
	const jobs = new Map(
		release.split(/^ {2}(?=[\w-]+:$)/m).map(text => [text.slice(0, text.indexOf(':')), text]),
	);
	t.regex(jobs.get('build') ?? '', /npm test.*npm pack/s);
	t.regex(
		jobs.get('publish') ?? '',
		/needs: \[build, archives\].*permissions:\n +id-token: write\n.*npm publish [^\n]*--ignore-scripts/s,
	);
	const writing = [...jobs].filter(([, text]) => /: write$/m.test(text));
	t.deepEqual(
		writing.map(([name]) => name),
		['publish', 'release-page'],
	);
	for (const [name, text] of writing) {
		t.notRegex(text, /checkout|npm (?:ci|install|test|run)|node /, name);
	}
});

const runs = isInstalled('tar', '--version') ? test.serial : test.skip;

runs('unpacked where nothing else is, it runs', async t => {
	const cwd = temporaryDirectory(t);
	const {filename} = pack('--pack-destination', cwd);
	execFileSync('tar', ['-xzf', filename], {cwd});
	t.deepEqual(readdirSync(join(cwd, 'package')).sort(), ['build', 'license', 'package.json', 'readme.md']);
	const cli = join(cwd, 'package/build/bundle/cli.cjs');
	const sample = join(process.cwd(), 'samples/combined.log');
	for (const [args, shown] of [
		[['--version'], /^\d+\.\d+\.\d+/],
		[['--count', sample], /^\d+ results found$/m],
		[['--count', '-q', 'url:~^/en', sample], /^\d+ results found$/m],
		[['doctor', sample], /combined, /],
		[['completions', 'bash'], /_reqscope/],
	] as const) {
		const running = startCommand(t, [process.execPath, cli, ...args], {cwd});
		running.process.stdin?.end();
		const {stdout, stderr} = await running.ended;
		t.regex(stdout, shown, stderr);
	}
	t.false(existsSync(join(cwd, 'package/node_modules')));
});
