import {spawnSync} from 'node:child_process';
import {chmodSync, copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {numberedLines} from '../helpers/log-lines.js';
import {runProgram, singleFile, startProgram} from '../helpers/program.js';
import {temporaryDirectory, temporaryLog} from '../helpers/temporary-directory.js';

// `npm run single-file` prints the path of a file for this machine; with REQSCOPE_PROGRAM=PATH these tests run on it.
const onSingleFile = singleFile === undefined ? test.skip : test;

/** Runs the file in an empty environment. */
function run(t: ExecutionContext, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	const {status, stdout, stderr} = spawnSync(singleFile ?? '', [...args, path], {
		cwd,
		env: {PATH: '/nowhere', ...env},
		encoding: 'utf8',
	});
	return {status, stdout, stderr};
}

onSingleFile('needs no Node, no home and no variables of the environment', t => {
	t.deepEqual(run(t, ['--count']), {status: 0, stdout: '3 results found\n', stderr: ''});
});

onSingleFile('NODE_OPTIONS loads nothing, and its mistakes aren’t reported', t => {
	const code = join(temporaryDirectory(t), 'other.js');
	writeFileSync(code, "console.log('loaded'); process.exit(7);\n");
	for (const options of [`--require ${code}`, '--max-old-space-size=nothing', '--inspect-brk']) {
		t.deepEqual(run(t, ['--count'], {NODE_OPTIONS: options}), {
			status: 0,
			stdout: '3 results found\n',
			stderr: '',
		});
	}
});

onSingleFile('files next to the program aren’t read', t => {
	const folder = temporaryDirectory(t);
	const program = join(folder, 'reqscope');
	copyFileSync(singleFile ?? '', program);
	chmodSync(program, 0o755);
	for (const name of ['package.json', 'kernel.wasm', 'program.cjs', 'regexp-engine.cjs', 'version.txt']) {
		writeFileSync(join(folder, name), 'not this');
	}
	mkdirSync(join(folder, 'node_modules'));
	const {path} = temporaryLog(t, numberedLines(3));
	const counted = spawnSync(program, ['--count', '-q', 'url:~n/[12]', path], {encoding: 'utf8'});
	t.is(counted.stdout, '2 results found\n');
	const {version}: {version: string} = JSON.parse(readFileSync('package.json', 'utf8'));
	t.is(spawnSync(program, ['--version'], {encoding: 'utf8'}).stdout, `${version}\n`);
});

onSingleFile('writes no compiled code: it contains that', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	const cache = join(cwd, 'cache');
	mkdirSync(cache);
	await runProgram(t, ['--count', path], {cwd, env: {XDG_CACHE_HOME: cache}});
	t.is(spawnSync('ls', ['-A', cache], {encoding: 'utf8'}).stdout, '');
});

onSingleFile('doctor names the single file and the Node inside', async t => {
	const {directory: cwd, path} = temporaryLog(t, numberedLines(3));
	const {stdout} = await runProgram(t, ['doctor', path], {cwd});
	t.regex(stdout, /^ok {7}Node\.js: 24\.\d+\.\d+, runs the single file$/m);
});

onSingleFile('names no folder of the machine that made it', t => {
	t.false(readFileSync(singleFile ?? '').includes(process.cwd()));
});

if (process.platform === 'linux') {
	onSingleFile('hostile 30: Node waits for no SIGUSR1 that opens its debugger', async t => {
		const {directory: cwd, path} = temporaryLog(t, numberedLines(1));
		const running = startProgram(t, ['--json', '--follow', path], {cwd});
		await running.lines(1);
		const tasks = `/proc/${running.process.pid}/task`;
		const threads = readdirSync(tasks).map(id => readFileSync(join(tasks, id, 'comm'), 'utf8').trim());
		t.true(threads.includes('V8Worker'));
		t.false(threads.includes('SignalInspector'));
	});
}
