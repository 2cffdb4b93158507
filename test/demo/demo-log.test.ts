import {readFileSync, statSync} from 'node:fs';
import {readdir} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import process from 'node:process';
import test, {type ExecutionContext} from 'ava';
import {startDemoLog} from '../../source/demo/demo-log.js';
import {UserError} from '../../source/user-error.js';
import {type Output, startCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';
import {waitFor} from '../helpers/wait-for.js';

const demoLogModule = new URL('../../source/demo/demo-log.js', import.meta.url).href;

/** Runs a module that has `startDemoLog` and `parent` in a separate process, while other tests continue. */
function runScript(t: ExecutionContext, script: string, parent: string, shell = ''): Promise<Output> {
	const source = `import {startDemoLog} from ${JSON.stringify(demoLogModule)};
		const parent = ${JSON.stringify(parent)};
		const failed = error => { throw error; };
		${script}`;
	const command = [process.execPath, '--input-type=module', '--eval', source];
	return startCommand(t, ['sh', '-c', `${shell} exec "$@"`, 'sh', ...command], {cwd: parent}).ended;
}

test('two hours of traffic exist at once, and new lines follow', async t => {
	const parent = temporaryDirectory(t);
	const {path, stop} = startDemoLog({parent, failed: error => t.fail(error.message)});
	t.teardown(stop);
	const past = readFileSync(path, 'utf8');
	const lines = past.split('\n').length - 1;
	t.true(lines >= 2000 && lines <= 3500, String(lines));
	t.regex(past, /" \d+\.\d{3}\n$/);
	t.is(statSync(dirname(path)).mode & 0o777, 0o700);

	await waitFor(() => statSync(path).size > past.length);
	const text = readFileSync(path, 'utf8');
	t.true(text.startsWith(past));
	t.regex(text, /" \d+\.\d{3}\n$/, 'whole lines are written');
});

test('stop removes the directory and all files, and is idempotent', async t => {
	const parent = temporaryDirectory(t);
	const {stdout, stderr} = await runScript(
		t,
		`import {existsSync} from 'node:fs';
		const before = process.listenerCount('exit');
		const {path, stop} = startDemoLog({parent, failed});
		console.log(existsSync(path));
		stop();
		stop();
		console.log(existsSync(path), process.listenerCount('exit') - before);`,
		parent,
	);
	t.is(stderr, '');
	t.is(stdout, 'true\nfalse 0\n');
	t.deepEqual(await readdir(parent), []);
});

test('the log doesn’t keep the process alive, and is removed when the process ends', async t => {
	const parent = temporaryDirectory(t);
	const {status, stdout, stderr} = await runScript(
		t,
		`import {existsSync} from 'node:fs';
		console.log(existsSync(startDemoLog({parent, failed}).path));`,
		parent,
	);
	t.is(stderr, '');
	t.is(stdout, 'true\n');
	t.is(status, 0);
	t.deepEqual(await readdir(parent), []);
});

test('the log is removed when the process exits early', async t => {
	const parent = temporaryDirectory(t);
	const {status} = await runScript(
		t,
		'startDemoLog({parent, failed}); setTimeout(() => process.exit(3), 10);',
		parent,
	);
	t.is(status, 3);
	t.deepEqual(await readdir(parent), []);
});

test('a log that can’t be created is an error, and leaves no files', t => {
	const parent = join(temporaryDirectory(t), 'missing');
	const error = t.throws(() => startDemoLog({parent, failed: () => {}}), {instanceOf: UserError});
	t.is(
		error.message,
		`the demonstration log can’t be created in ${parent}: no such file (TMPDIR sets the directory)`,
	);
});

test('a log that can’t grow is reported once, and the program continues', async t => {
	const parent = temporaryDirectory(t);
	const {path, stop} = startDemoLog({parent, failed: error => t.fail(error.message)});
	const pastSize = statSync(path).size;
	stop();
	// The backfill always has the same size, and there is space for little more.
	const blocks = Math.ceil((pastSize + 600) / 512);
	const {status, stdout, stderr} = await runScript(
		t,
		`let told = 0;
		const alive = setInterval(() => {}, 1000);
		startDemoLog({parent, failed: error => {
			told++;
			console.log(told, error.message, error.cause.code);
			setTimeout(() => clearInterval(alive), 1500);
		}});`,
		parent,
		`ulimit -f ${blocks};`,
	);
	t.is(stderr, '');
	t.is(stdout, '1 The demonstration log can no longer be written EFBIG\n');
	t.is(status, 0);
	t.deepEqual(await readdir(parent), []);
});
