import {cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {logLine} from '../helpers/log-lines.js';
import {type Output, openCommand, quit, startCommand} from '../helpers/program.js';
import {temporaryDirectory} from '../helpers/temporary-directory.js';

/** A checkout with its packages and the log of the demo, but without a source. */
function emptyCheckout(t: ExecutionContext): string {
	const checkout = temporaryDirectory(t);
	for (const {name} of readdirSync('.', {withFileTypes: true}).filter(entry => entry.isFile())) {
		cpSync(name, join(checkout, name));
	}
	cpSync('tools', join(checkout, 'tools'), {recursive: true});
	symlinkSync(join(process.cwd(), 'node_modules'), join(checkout, 'node_modules'));
	mkdirSync(join(checkout, 'source'));
	for (const file of [join('samples', 'storefront.log'), join('docs', 'commands.md')]) {
		cpSync(file, join(checkout, file));
	}
	return checkout;
}

/** A whole checkout. The WebAssembly is already compiled: it would take some seconds. */
function newCheckout(t: ExecutionContext): string {
	const checkout = emptyCheckout(t);
	cpSync('source', join(checkout, 'source'), {recursive: true});
	cpSync(join('build', 'wasm'), join(checkout, 'build', 'wasm'), {recursive: true});
	return checkout;
}

/** A checkout whose build is this script. Its second argument is the output folder. */
function checkoutBuiltBy(t: ExecutionContext, script: string): string {
	const checkout = emptyCheckout(t);
	writeFileSync(
		join(checkout, 'tools', 'build.js'),
		`import {existsSync, readdirSync, writeFileSync} from 'node:fs';
		import {setTimeout} from 'node:timers/promises';
		const write = text => writeFileSync(process.argv[3] + '/cli.cjs', 'console.log("' + text + '")');
		${script}`,
	);
	return checkout;
}

const npmStart = ['npm', 'start', '--silent', '--'];
const nodeStart = [process.execPath, 'tools/start.js'];

async function run(
	t: ExecutionContext,
	checkout: string,
	args: readonly string[] = [],
	{command = nodeStart, input = ''} = {},
): Promise<Output> {
	const running = startCommand(t, [...command, ...args], {cwd: checkout});
	running.process.stdin?.end(input);
	return running.ended;
}

/** Makes `--version` print this. */
function changeSource(checkout: string, version: string): void {
	const path = join(checkout, 'source', 'main.ts');
	const source = readFileSync(path, 'utf8');
	writeFileSync(path, source.replace("return textOf('version.txt');", `return '${version}';`));
}

function builds(checkout: string): string[] {
	return readdirSync(join(checkout, 'build')).filter(name => name !== 'wasm');
}

test('npm start builds once, and again when a source has changed', async t => {
	const checkout = newCheckout(t);
	const first = await run(t, checkout, ['--version'], {command: npmStart});
	t.deepEqual({...first, stdout: ''}, {status: 0, stdout: '', stderr: 'building…\n'});
	t.regex(first.stdout, /^\d+\.\d+\.\d+\n$/);
	t.deepEqual(await run(t, checkout, ['--version'], {command: npmStart}), {...first, stderr: ''});

	// Arguments, standard input and the exit status are passed on.
	const input = logLine({time: Date.now()});
	t.deepEqual(await run(t, checkout, ['--count', '-'], {input}), {
		status: 0,
		stdout: '1 results found\n',
		stderr: '',
	});
	t.is((await run(t, checkout, ['--no-such-option'])).status, 2);

	changeSource(checkout, 'changed');
	const changed = {status: 0, stdout: 'changed\n', stderr: ''};
	t.deepEqual(await run(t, checkout, ['--version']), {...changed, stderr: 'building…\n'});
	t.deepEqual(await run(t, checkout, ['--version']), changed);
	t.is(builds(checkout).length, 2);

	// No older build runs instead of a faulty source.
	writeFileSync(join(checkout, 'source', 'main.ts'), 'const a = ;\n');
	const {status, stdout, stderr} = await run(t, checkout, ['--version']);
	t.is(status, 1);
	t.is(stdout, '');
	t.regex(
		stderr,
		/^building…\n[\s\S]*source\/main\.ts:1:10[\s\S]*\nnpm start: the build failed, see above\./,
	);
	t.notRegex(stderr, /^ +at /m);
	t.is(builds(checkout).length, 2);
});

test('a running program still loads its own files after another build', async t => {
	const checkout = newCheckout(t);
	const path = join(checkout, 'access.log');
	writeFileSync(path, logLine({time: Date.now(), url: '/en/shoes'}));
	const terminal = openCommand(t, [...nodeStart, path], {cwd: checkout});
	await terminal.waitFor(/1 results found/);

	changeSource(checkout, 'changed');
	t.is((await run(t, checkout, ['--version'])).stdout, 'changed\n');
	// The engine for regular expressions is loaded when a search first needs it.
	await terminal.press('/url:~^/e[n]\r', /1 results found[\s\S]*\/en\/shoes/);
	await quit(t, terminal);
});

test('without arguments, npm start shows the demo', async t => {
	const checkout = checkoutBuiltBy(t, 'write(\'" + process.argv.slice(2) + "\');');
	t.is((await run(t, checkout)).stdout, '--demo\n');
	t.is((await run(t, checkout, ['a.log', '-f'])).stdout, 'a.log,-f\n');
});

test('two starts at once both work and leave one build', async t => {
	const checkout = checkoutBuiltBy(
		t,
		`write('built');
		while (!existsSync('both') && readdirSync('build').length < 2) {
			await setTimeout(5);
		}
		writeFileSync('both', '');`,
	);
	const built = {status: 0, stdout: 'built\n', stderr: 'building…\n'};
	t.deepEqual(await Promise.all([run(t, checkout), run(t, checkout)]), [built, built]);
	t.is(builds(checkout).length, 1, builds(checkout).join(' '));
});

test('the output of an interrupted build is not run', async t => {
	const checkout = checkoutBuiltBy(
		t,
		`write(existsSync('interrupted') ? 'whole' : 'half');
		if (!existsSync('interrupted')) {
			writeFileSync('interrupted', '');
			process.kill(process.ppid, 'SIGKILL');
		}`,
	);
	t.is((await run(t, checkout)).status, 137);
	t.deepEqual(await run(t, checkout), {status: 0, stdout: 'whole\n', stderr: 'building…\n'});
});

test('a source that changes while it is built is built again', async t => {
	const checkout = checkoutBuiltBy(
		t,
		`write(existsSync('source/new.ts') ? 'new' : 'old');
		writeFileSync('source/new.ts', '');`,
	);
	t.deepEqual(await run(t, checkout), {status: 0, stdout: 'new\n', stderr: 'building…\nbuilding…\n'});
	t.is(builds(checkout).length, 1, builds(checkout).join(' '));
});

test('without packages, npm start asks the user to install them', async t => {
	const checkout = emptyCheckout(t);
	rmSync(join(checkout, 'node_modules'));
	t.deepEqual(await run(t, checkout, [], {command: npmStart}), {
		status: 1,
		stdout: '',
		stderr: 'npm start: packages are missing: run `npm install` first\n',
	});
});

test('without write access, npm start gives advice', async t => {
	const checkout = emptyCheckout(t);
	writeFileSync(join(checkout, 'build'), '');
	const {status, stderr} = await run(t, checkout);
	t.is(status, 1);
	t.regex(stderr, /\nnpm start: can't build: E[A-Z]+: .*\nMake .* writable, or start a copy of it\.\n$/);
});
